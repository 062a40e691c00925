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
