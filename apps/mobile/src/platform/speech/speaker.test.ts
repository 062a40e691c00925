import { beforeEach, expect, it } from 'vitest';
import { createSpeaker, useSpeaking } from './speaker.usecases.ts';
import type { SpeechOutcome, Voice } from './voice.port.ts';

/** A voice. An utterance ends when the test ends it or when it is aborted. */
function startVoice() {
  const spoken: string[] = [];
  let end: (outcome: SpeechOutcome) => void = () => undefined;
  let most = 0;
  let now = 0;
  const voice: Voice = {
    speak: (text, signal) =>
      new Promise((resolve) => {
        spoken.push(text);
        now += 1;
        most = Math.max(most, now);
        end = (outcome) => {
          now -= 1;
          end = () => undefined;
          resolve(outcome);
        };
        signal.addEventListener('abort', () => end('spoken'), { once: true });
      }),
  };
  return { voice, spoken, end: (outcome: SpeechOutcome) => end(outcome), most: () => most };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const say = (id: string) => ({ id, text: `text of ${id}` });
const speakerOf = (...voices: Voice[]) =>
  createSpeaker({ voices: async () => voices, unlock: () => undefined });

beforeEach(() => useSpeaking.setState({ id: null }));

it('reads queued messages one after another, never two at once', async () => {
  const { voice, spoken, end, most } = startVoice();
  const speaker = speakerOf(voice);
  const readings = [speaker.enqueue(say('a')), speaker.enqueue(say('b'))];
  await settle();
  expect([spoken, useSpeaking.getState().id]).toEqual([['text of a'], 'a']);
  end('spoken');
  await settle();
  expect([spoken, useSpeaking.getState().id]).toEqual([['text of a', 'text of b'], 'b']);
  end('spoken');
  expect(await Promise.all(readings)).toEqual(['done', 'done']);
  expect([most(), useSpeaking.getState().id]).toEqual([1, null]);
});

it('gives priority to a pressed message, and drops the queue', async () => {
  const { voice, spoken, end, most } = startVoice();
  const speaker = speakerOf(voice);
  const waiting = [speaker.enqueue(say('a')), speaker.enqueue(say('b'))];
  await settle();
  const pressed = speaker.readNow(say('c'));
  await settle();
  expect([spoken, useSpeaking.getState().id]).toEqual([['text of a', 'text of c'], 'c']);
  end('spoken');
  expect(await Promise.all([...waiting, pressed])).toEqual(['done', 'done', 'done']);
  expect(most()).toBe(1);
});

it('is silent after it is stopped', async () => {
  const { voice, spoken } = startVoice();
  const speaker = speakerOf(voice);
  const readings = [speaker.enqueue(say('a')), speaker.enqueue(say('b'))];
  await settle();
  speaker.stop();
  await Promise.all(readings);
  expect([spoken, useSpeaking.getState().id]).toEqual([['text of a'], null]);
});

it('reports a refusal by the browser, and falls back to the next voice after a failure', async () => {
  const refusing: Voice = { speak: async () => 'refused' };
  const failing: Voice = { speak: async () => 'failed' };
  const speaking: Voice = { speak: async () => 'spoken' };
  expect(await speakerOf(refusing, speaking).enqueue(say('a'))).toBe('refused');
  expect(await speakerOf(failing, speaking).enqueue(say('a'))).toBe('done');
  expect(await speakerOf(failing).readNow(say('a'))).toBe('failed');
});

it('yields to another tab, and takes over for a pressed message', async () => {
  const requests: LockOptions[] = [];
  const request = (async (_: string, options: LockOptions, work: (lock: Lock | null) => unknown) => {
    requests.push(options);
    return work(options.ifAvailable ? null : ({} as Lock));
  }) as LockManager['request'];
  const { voice, spoken, end } = startVoice();
  const speaker = createSpeaker({ voices: async () => [voice], unlock: () => undefined, locks: { request } });
  await speaker.enqueue(say('a'));
  expect(spoken).toEqual([]);
  const pressed = speaker.readNow(say('b'));
  await settle();
  end('spoken');
  await pressed;
  expect([spoken, requests]).toEqual([['text of b'], [{ ifAvailable: true }, { steal: true }]]);
});
