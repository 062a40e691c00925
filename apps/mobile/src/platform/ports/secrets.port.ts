/**
 * `session`: the data of the session store besides the token; `clock`: the latest server time; `wipe`: the account
 * whose documents a sign-out is deleting, until that is done; `lock`: the app lock; `package:…`: the passphrase of a
 * downloaded package; `search:…`: the key of an account's searches on this device.
 */
export type SecretKey =
  | 'token'
  | 'expire'
  | 'session'
  | 'clock'
  | 'wipe'
  | 'lock'
  | `package:${string}`
  | `search:${string}`;

/** Secret strings: Keystore or Keychain; on the web encrypted with a non-extractable WebCrypto key. */
export type SecretsPort = {
  /**
   * Null also if the stored value can no longer be decrypted (the key is gone): the user must sign in again.
   * @throws StorageError `storage.locked` if a locked phone does not allow reading.
   */
  get(key: SecretKey): Promise<string | null>;
  set(key: SecretKey, value: string): Promise<void>;
  remove(key: SecretKey): Promise<void>;
};
