import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speechRequest } from '../../../testing/platform/speech-request.ts';
import { createServiceVoice } from './service-voice.adapter.ts';

const access = async () => ({ url: 'https://speech.test/tts', token: 'speech-token' });

/** The sounds that the fake audio context played, each with its gain. */
const played: { gain: number; sound: unknown }[] = [];

class FakeContext extends EventTarget {
  state = 'running';
  destination = 'loudspeaker';
  resume = async () => undefined;
  decodeAudioData = async (bytes: ArrayBuffer) => `sound of ${bytes.byteLength} bytes`;
}
class FakeGain {
  readonly gain: number;
  constructor(_: unknown, { gain }: { gain: number }) {
    this.gain = gain;
  }
  connect = (target: unknown) => target;
}
class FakeSource extends EventTarget {
  #gain: FakeGain | undefined;
  readonly #sound: unknown;
  constructor(_: unknown, { buffer }: { buffer: unknown }) {
    super();
    this.#sound = buffer;
  }
  connect(next: FakeGain) {
    this.#gain = next;
    return next;
  }
  disconnect = () => undefined;
  stop = () => undefined;
  start() {
    played.push({ gain: this.#gain?.gain ?? 1, sound: this.#sound });
    queueMicrotask(() => this.dispatchEvent(new Event('ended')));
  }
}

beforeEach(() => {
  played.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('GainNode', FakeGain);
  vi.stubGlobal('AudioBufferSourceNode', FakeSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is requested by a form post according to section 7, and played at volume 0.3', async () => {
  let body: Record<string, string> = {};
  let method: string | undefined;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    method = init.method;
    body = Object.fromEntries(init.body as URLSearchParams);
    return new Response(new Uint8Array(5), { headers: { 'Content-Type': 'audio/mp3' } });
  });
  const speaking = createServiceVoice(access).speak('您有一条待办', new AbortController().signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(await speaking).toBe('spoken');
  expect(method).toBe('POST');
  expect(body).toEqual(speechRequest({ text: '您有一条待办', token: 'speech-token' }));
  expect(played).toEqual([{ gain: 0.3, sound: 'sound of 5 bytes' }]);
});

it('times out after 10 s without an answer', async () => {
  let requestSignal: AbortSignal | null | undefined;
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        requestSignal = signal;
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  );
  const outcome = vi.fn<(outcome: string) => void>();
  void createServiceVoice(access).speak('text', new AbortController().signal).then(outcome);
  await vi.advanceTimersByTimeAsync(9_999);
  expect([requestSignal?.aborted, outcome.mock.calls]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([requestSignal?.aborted, outcome.mock.calls]).toEqual([true, [['failed']]]);
});
