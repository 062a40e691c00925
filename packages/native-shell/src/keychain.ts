/** `locked` while the phone is locked: what the item is cannot be known. */
export type KeychainStatus = 'stored' | 'missing' | 'locked' | 'unavailable';

/** What the Keychain says of an item, which the plugins that read it do not tell from none. iOS alone. Registered as `Keychain`. */
export interface KeychainPlugin {
  /** Of a generic password of this app. */
  status(options: { readonly account: string }): Promise<{ readonly status: KeychainStatus }>;
  /** Of the database's passphrase. One that is stored is bound to this device by the way. */
  databaseKeyStatus(): Promise<{ readonly status: KeychainStatus }>;
  /**
   * Makes the database's passphrase, of this device alone. Never replaces one: `created` is false then. Rejects with code
   * `locked` or `unavailable`.
   */
  createDatabaseKey(): Promise<{ readonly created: boolean }>;
}
