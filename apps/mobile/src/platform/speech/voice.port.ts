import type { SpeechOutcome } from '../ports/speech.port.ts';

export type { SpeechOutcome };

/** Reads texts aloud, one at a time. */
export type Voice = {
  /** Resolves once the text is over, or the signal has stopped it. */
  speak(text: string, signal: AbortSignal): Promise<SpeechOutcome>;
  /** Called within a press, so that the browser allows sound from then on. */
  unlock?(): void;
};
