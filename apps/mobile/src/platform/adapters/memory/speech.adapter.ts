import type { SpeechOutcome, SpeechPort, Utterance } from '../../ports/speech.port.ts';

/** Controls for tests besides the port itself. */
export type MemorySpeech = SpeechPort & {
  readonly utterances: readonly Utterance[];
  /** Sets whether the device has a voice. */
  readonly setVoice: (has: boolean) => void;
  /** Ends the current utterance. */
  readonly finish: (outcome?: SpeechOutcome) => void;
};

/** A voice whose utterances end when a test calls `finish`. */
export function createMemorySpeech(): MemorySpeech {
  const listeners = new Set<() => void>();
  const utterances: Utterance[] = [];
  let has = false;
  let end: (outcome: SpeechOutcome) => void = () => undefined;
  return {
    hasVoice: () => has,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    speak: (utterance, signal) =>
      new Promise((resolve) => {
        if (!has) return resolve('failed');
        if (signal.aborted) return resolve('spoken');
        utterances.push(utterance);
        end = resolve;
        signal.addEventListener('abort', () => resolve('spoken'), { once: true });
      }),
    utterances,
    setVoice: (next) => {
      has = next;
      for (const listener of listeners) listener();
    },
    finish: (outcome = 'spoken') => end(outcome),
  };
}
