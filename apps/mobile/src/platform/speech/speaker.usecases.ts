import { create } from 'zustand';
import type { Voice } from './voice.port.ts';

/** A text to read aloud; the id identifies it in `useSpeaking`. */
export type Speech = { readonly id: string; readonly text: string };

/** The id of the text being read aloud; null for none. */
export const useSpeaking = create<{ readonly id: string | null }>(() => ({ id: null }));

export type Speaker = {
  /** Reads it at once instead of the current text; for a press. */
  readNow(speech: Speech): Promise<'done' | 'failed'>;
  /** Queues it after the current ones; resolves `refused` if the browser requires a press first. */
  enqueue(speech: Speech): Promise<'done' | 'refused' | 'failed'>;
  /** Stops the current text and clears the queue. */
  stop(): void;
};

type SpeakerDeps = {
  /** The voices to try in order. */
  readonly voices: () => Promise<readonly Voice[]>;
  /** Unlocks the voices within a press. */
  readonly unlock: () => void;
  readonly locks?: Pick<LockManager, 'request'> | undefined;
};

const lockName = 'sealflow.speech';

/** Reads texts aloud one after the other, never two at once, not even across tabs. */
export function createSpeaker({ voices, unlock, locks }: SpeakerDeps): Speaker {
  let current = new AbortController();
  let lastReading: Promise<unknown> = Promise.resolve();

  async function read({ id, text }: Speech, { signal }: AbortController) {
    if (signal.aborted) return 'done';
    useSpeaking.setState({ id });
    try {
      for (const voice of await voices()) {
        const outcome = await voice.speak(text, signal);
        if (outcome === 'refused') return outcome;
        if (outcome === 'spoken') return 'done';
      }
      return 'failed';
    } finally {
      if (useSpeaking.getState().id === id) useSpeaking.setState({ id: null });
    }
  }

  /** A press takes the lock from another tab; a queued text does not, because the other tab reads the same. */
  async function readUnderLock(options: LockOptions, speech: Speech, controller: AbortController) {
    if (locks === undefined) return read(speech, controller);
    try {
      return await locks.request(lockName, options, (lock) =>
        lock === null ? ('done' as const) : read(speech, controller),
      );
    } catch {
      controller.abort();
      return 'done';
    }
  }

  const stop = () => {
    current.abort();
    current = new AbortController();
  };

  return {
    stop,
    async readNow(speech) {
      unlock();
      stop();
      const reading = readUnderLock({ steal: true }, speech, current);
      lastReading = reading.catch(() => undefined);
      return (await reading) === 'done' ? 'done' : 'failed';
    },
    enqueue(speech) {
      const controller = current;
      const before = lastReading;
      const wait = async () => {
        await before;
        return readUnderLock({ ifAvailable: true }, speech, controller);
      };
      const reading = wait();
      lastReading = reading.catch(() => undefined);
      return reading;
    },
  };
}
