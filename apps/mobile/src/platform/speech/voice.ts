import type { SpeechOutcome } from '../ports/speech.port.ts';

export type { SpeechOutcome };

/** Something that reads texts aloud, one at a time. */
export type Voice = {
  /** Resolves once the text is over, or the signal has stopped it. */
  speak(text: string, signal: AbortSignal): Promise<SpeechOutcome>;
  /** Called within a press: from then on it may be heard. */
  unlock?(): void;
};
