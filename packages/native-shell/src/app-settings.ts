/** The system's page of this app, where a person changes what they refused for good. Android alone. Registered as `AppSettings`. */
export interface AppSettingsPlugin {
  /** Resolves once the page is asked for; rejects with code `unavailable` where the system has none. */
  open(): Promise<void>;
}
