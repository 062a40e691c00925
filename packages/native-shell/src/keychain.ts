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
