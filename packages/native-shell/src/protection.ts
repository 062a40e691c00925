import type { PluginListenerHandle } from '@capacitor/core';

/**
 * A key in the Keystore or the Keychain that requires biometric authentication. Registered as `BoundKey`. Bytes cross
 * the bridge as base64.
 */
export interface BoundKeyPlugin {
  /** Creates a key under this id, bound to the biometrics enrolled now. An existing one is replaced. */
  create(options: { readonly id: string }): Promise<void>;
  /**
   * Asks for biometric authentication. Resolves to the HMAC-SHA256 of the salt under the key: 32 bytes, the same at
   * every call. Rejects with code `refused` (authentication failed or was declined), `gone` (there is no such key, or
   * the enrolled biometrics have changed) or `unavailable`.
   */
  derive(options: {
    readonly id: string;
    readonly salt: string;
    readonly title: string;
    readonly cancel: string;
  }): Promise<{ readonly secret: string }>;
  /** Deletes a key. A missing one is not an error. */
  remove(options: { readonly id: string }): Promise<void>;
  /**
   * Android only: deletes the stored passphrase of the database plugin, which cannot be read any more once the Keystore
   * has lost its key, and restarts the app.
   */
  forgetDatabaseKey(): Promise<void>;
}

/** `locked`: the phone is locked, and the status of the item is unknown. */
export type KeychainStatus = 'stored' | 'missing' | 'locked' | 'unavailable';

/**
 * The status of Keychain items. Plugins that read them do not distinguish a locked item from a missing one. iOS only.
 * Registered as `Keychain`.
 */
export interface KeychainPlugin {
  /** The status of a generic password of this app. */
  status(options: { readonly account: string }): Promise<{ readonly status: KeychainStatus }>;
  /** The status of the database passphrase. A stored one is also bound to this device. */
  databaseKeyStatus(): Promise<{ readonly status: KeychainStatus }>;
  /**
   * Creates the database passphrase, bound to this device. An existing one is never replaced: then `created` is false.
   * Rejects with code `locked` or `unavailable`.
   */
  createDatabaseKey(): Promise<{ readonly created: boolean }>;
}

/**
 * Whether files can be read that are protected while the phone is locked. iOS only. Registered as `DataProtection`. Its
 * registration alone also makes settings at each start: the databases stay readable while the phone is locked, and no
 * folder of the app's library is part of a backup.
 */
export interface DataProtectionPlugin {
  state(): Promise<{ readonly isAvailable: boolean }>;
  /** Emitted when the phone is unlocked. */
  addListener(event: 'available', listener: () => void): Promise<PluginListenerHandle>;
}

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
