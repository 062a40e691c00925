/** `refused`: the browser lets nothing be heard before the person has touched the page. */
export type SpeechOutcome = 'spoken' | 'refused' | 'failed';

/** Something that reads texts aloud, one at a time. */
export type Voice = {
  /** Resolves once the text is over, or the signal has stopped it. */
  speak(text: string, signal: AbortSignal): Promise<SpeechOutcome>;
  /** Called within a press: from then on it may be heard. */
  unlock?(): void;
};
