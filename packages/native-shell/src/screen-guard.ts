/**
 * What others see of the screen. Registered as `ScreenGuard`. Being there is enough for the cover: the picture that the
 * system keeps of the app for its switcher shows nothing of it, on Android and iOS.
 */
export interface ScreenGuardPlugin {
  /**
   * Keeps screenshots, recordings and mirrored screens from showing the app, or allows them; Android below 13 allows none at
   * any time. Rejects with code `unavailable` where this system cannot do it: then nothing is kept from them.
   */
  block(options: { readonly on: boolean }): Promise<void>;
}
