/**
 * Whether pictures can be taken of what the screen shows. That the app switcher sees nothing of the app is none of this:
 * the native shell sees to it by itself, always.
 */
export type ScreenGuardPort = {
  /** Whether this device can keep screenshots and recordings from being taken. A browser cannot. */
  readonly canBlock: boolean;
  /** Keeps them from being taken, or lets them. Rejects where the device did not do it. */
  block(on: boolean): Promise<void>;
};
