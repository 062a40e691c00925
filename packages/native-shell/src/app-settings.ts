/**
 * The system's settings page of this app, where a permanently refused permission can be granted. Android only.
 * Registered as `AppSettings`.
 */
export interface AppSettingsPlugin {
  /** Resolves once the page was requested. Rejects with code `unavailable` if the system has none. */
  open(): Promise<void>;
}
