import type { PluginListenerHandle } from '@capacitor/core';

/**
 * The system's settings page of this app, where a permanently refused permission can be granted. Android only.
 * Registered as `AppSettings`.
 */
export interface AppSettingsPlugin {
  /** Resolves once the page was requested. Rejects with code `unavailable` if the system has none. */
  open(): Promise<void>;
}

/** Installs a package of this app on Android. Registered as `PackageInstaller`. */
export interface PackageInstallerPlugin {
  /**
   * Checks a package in the app's files folder (`directory` and `path` as in the filesystem plugin) and passes it to
   * the system, which asks the user. Rejects with code `hash_differs`, `signer_differs` (not signed like the running
   * app), `package_differs`, `not_newer`, `not_found`, `not_allowed` (the user has not allowed this app to install; its
   * settings page was opened), `no_room`, `no_installer` (the phone has no activity that installs packages) or
   * `refused`. Then nothing was installed. If the system fails the session, as MIUI and EMUI do, the package is opened
   * with the installer's own activity.
   */
  install(options: { readonly path: string; readonly sha256: string }): Promise<void>;
}

/**
 * Pressed notifications, for push services whose plugin does not report one that started the app. Registered as
 * `PressedNotes`.
 */
export interface PressedNotesPlugin {
  /** Returns and clears the notification that was pressed last: the extras of the push; null for none. */
  take(): Promise<{ readonly note: Readonly<Record<string, string>> | null }>;
  /** Emitted when a notification can be taken. */
  addListener(event: 'pressed', listener: () => void): Promise<PluginListenerHandle>;
}

/**
 * The actions of a notification about a task that the person can approve or reject. iOS only: Android shows pushes of its vendors without
 * actions. Registered as `DecisionActions`.
 */
export interface DecisionActionsPlugin {
  /** Sets the titles of the actions. Their names, `approve` and `reject`, are the action ids of a press. */
  declareActions(titles: { readonly approve: string; readonly reject: string }): Promise<void>;
}
