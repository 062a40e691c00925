/** `refused`: nothing may be heard before the person has touched the page. */
export type SpeechOutcome = 'spoken' | 'refused' | 'failed';

export type Utterance = {
  readonly text: string;
  readonly language: 'zh-CN' | 'en-US';
  /** 0 to 1. */
  readonly volume: number;
};

/** The device's own voice. */
export type SpeechPort = {
  /** Whether it has one, as far as it is known by now: engines start late, and some have not one voice. */
  hasVoice(): boolean;
  /** Told when that has changed. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Resolves once the text is over, or the signal has stopped it. */
  speak(utterance: Utterance, signal: AbortSignal): Promise<SpeechOutcome>;
};
