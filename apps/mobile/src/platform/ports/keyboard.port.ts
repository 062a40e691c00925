export type KeyboardState = {
  /** Whether an on-screen keyboard is visible, as far as the device reports it. */
  readonly isVisible: boolean;
  /** Height in CSS pixels that it covers at the bottom of the page: 0 where the page itself shrinks. */
  readonly covered: number;
};

/** The on-screen keyboard. */
export type KeyboardPort = {
  state(): KeyboardState;
  /** @returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
};
