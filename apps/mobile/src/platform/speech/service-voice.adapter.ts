import { limits } from '@sealflow/domain/limits';
import type { SpeechOutcome, Voice } from './voice.port.ts';

export type SpeechService = { readonly url: string; readonly token: string };

/** Parameters of the speech service (section 7). */
const speechParameters = { speed: '5', pitch: '5', volume: '15', voice: '4', language: 'zh' } as const;

/** A browser that allows sound starts the context within this time. */
const startTimeoutMs = 500;

async function fetchSpeech(
  { url, token }: SpeechService,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<ArrayBuffer> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, limits.speechTimeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ text, token, ...speechParameters }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    // The service reports errors as JSON, often with status 200.
    if (!answer.ok || /json|text/.test(answer.headers.get('Content-Type') ?? ''))
      throw new Error('speech service returned no audio');
    return await answer.arrayBuffer();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function isRunning(context: AudioContext): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      context.removeEventListener('statechange', finish);
      resolve(context.state === 'running');
    };
    const timer = setTimeout(finish, startTimeoutMs);
    context.addEventListener('statechange', finish);
    context.resume().then(finish, finish);
  });
}

function play(
  context: AudioContext,
  { sound, signal }: { readonly sound: AudioBuffer; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const source = new AudioBufferSourceNode(context, { buffer: sound });
    const stop = () => source.stop();
    source.connect(new GainNode(context, { gain: limits.speechVolume })).connect(context.destination);
    source.addEventListener('ended', () => {
      signal.removeEventListener('abort', stop);
      source.disconnect();
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
    source.start();
  });
}

/** The deployment's speech service, requested for each text; played by Web Audio, whose volume works on every phone. */
export function createServiceVoice(access: () => Promise<SpeechService>): Voice {
  let createdContext: AudioContext | undefined;
  const context = () => {
    createdContext ??= new AudioContext();
    return createdContext;
  };
  return {
    unlock: () => void context().resume(),
    async speak(text, signal): Promise<SpeechOutcome> {
      try {
        if (!(await isRunning(context()))) return 'refused';
        const bytes = await fetchSpeech(await access(), { text, signal });
        const sound = await context().decodeAudioData(bytes);
        if (!signal.aborted) await play(context(), { sound, signal });
        return 'spoken';
      } catch {
        return signal.aborted ? 'spoken' : 'failed';
      }
    },
  };
}
