import { create } from 'zustand';
import type { Voice } from './voice.ts';

/** A text to be heard; its id tells which one is. */
export type Speech = { readonly id: string; readonly text: string };

/** What is being read aloud, by its id; null for nothing. */
export const useSpeaking = create<{ readonly id: string | null }>(() => ({ id: null }));

export type Speaker = {
  /** Reads it at once, in the place of whatever is being read; for a press. */
  press(speech: Speech): Promise<'done' | 'failed'>;
  /** Reads it when those before it are over; answers `refused` where the browser asks for a press first. */
  add(speech: Speech): Promise<'done' | 'refused' | 'failed'>;
  /** Ends what is being read and forgets what waits. */
  stop(): void;
};

type SpeakerDeps = {
  /** The voice to use now, and whatever stands in for it. */
  readonly voices: () => Promise<readonly Voice[]>;
  /** Those that a press unlocks. */
  readonly unlock: () => void;
  readonly locks?: Pick<LockManager, 'request'> | undefined;
};

const lockName = 'sealflow.speech';

/** Reads texts aloud one after the other, never two at once: not in this tab, and not beside another tab. */
export function createSpeaker({ voices, unlock, locks }: SpeakerDeps): Speaker {
  let current = new AbortController();
  let line: Promise<unknown> = Promise.resolve();

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

  /** A press takes the word from another tab; what arrives leaves it the word: that tab reads the same. */
  async function alone(options: LockOptions, speech: Speech, mine: AbortController) {
    if (locks === undefined) return read(speech, mine);
    try {
      return await locks.request(lockName, options, (lock) =>
        lock === null ? ('done' as const) : read(speech, mine),
      );
    } catch {
      mine.abort();
      return 'done';
    }
  }

  const stop = () => {
    current.abort();
    current = new AbortController();
  };

  return {
    stop,
    async press(speech) {
      unlock();
      stop();
      const reading = alone({ steal: true }, speech, current);
      line = reading.catch(() => undefined);
      return (await reading) === 'done' ? 'done' : 'failed';
    },
    add(speech) {
      const mine = current;
      const before = line;
      const wait = async () => {
        await before;
        return alone({ ifAvailable: true }, speech, mine);
      };
      const reading = wait();
      line = reading.catch(() => undefined);
      return reading;
    },
  };
}
