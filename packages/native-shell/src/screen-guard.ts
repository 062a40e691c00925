/**
 * Protects the screen from captures. Registered as `ScreenGuard`. Its registration alone hides the app in the app
 * switcher's snapshots, on Android and iOS.
 */
export interface ScreenGuardPlugin {
  /**
   * Blocks or allows screenshots, recordings and mirrored screens of the app. Android below 13 always blocks them.
   * Rejects with code `unavailable` if the system cannot block them: then nothing is blocked.
   */
  block(options: { readonly on: boolean }): Promise<void>;
}
