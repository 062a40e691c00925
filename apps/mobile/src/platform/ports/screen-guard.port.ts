/**
 * Blocking of screenshots and recordings. The app switcher's view is not part of it: the native shell always hides
 * the app there.
 */
export type ScreenGuardPort = {
  /** Whether this device can block screenshots and recordings. A browser cannot. */
  readonly canBlock: boolean;
  /** Blocks or allows captures. Rejects if the device failed to do so. */
  block(on: boolean): Promise<void>;
};
