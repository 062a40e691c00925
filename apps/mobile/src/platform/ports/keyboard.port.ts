export type KeyboardState = {
  /** Whether a keyboard of the screen stands, as far as the device tells. */
  readonly isVisible: boolean;
  /** CSS pixels of the page's end that it lies over: 0 where the page becomes smaller by itself. */
  readonly covered: number;
};

/** The keyboard on the screen. */
export type KeyboardPort = {
  state(): KeyboardState;
  /** Returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
};
