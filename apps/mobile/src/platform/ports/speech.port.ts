/** `refused`: the browser allows no sound before the user has touched the page. */
export type SpeechOutcome = 'spoken' | 'refused' | 'failed';

export type Utterance = {
  readonly text: string;
  readonly language: 'zh-CN' | 'en-US';
  /** 0 to 1. */
  readonly volume: number;
};

/** The device's speech synthesis. */
export type SpeechPort = {
  /** Whether a voice is available, as far as known: engines start late, and some have no voice. */
  hasVoice(): boolean;
  /**
   * Notifies of changes of `hasVoice`.
   * @returns a function that ends the subscription.
   */
  subscribe(listener: () => void): () => void;
  /** Resolves once the text is over, or the signal has stopped it. */
  speak(utterance: Utterance, signal: AbortSignal): Promise<SpeechOutcome>;
};
