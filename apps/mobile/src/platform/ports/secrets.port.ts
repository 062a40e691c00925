/**
 * `session` holds what the session store keeps beside the token; `clock` the greatest server time seen; `wipe` the account
 * whose documents a sign-out is removing, until that is done; `lock` the app lock; `package:…` what opens a package that was downloaded.
 */
export type SecretKey = 'token' | 'expire' | 'session' | 'clock' | 'wipe' | 'lock' | `package:${string}`;

/** Text that must not lie readable on the device: Keystore or Keychain, on the web an unextractable WebCrypto key. */
export type SecretsPort = {
  /**
   * Null also where the stored value cannot be decrypted any more (the key is gone): sign in again.
   * @throws StorageError `storage.locked` where a locked phone does not say what is stored.
   */
  get(key: SecretKey): Promise<string | null>;
  set(key: SecretKey, value: string): Promise<void>;
  remove(key: SecretKey): Promise<void>;
};
