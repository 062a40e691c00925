/**
 * A key in the Keystore or the Keychain that opens only for the person whom the device knows. Registered as `BoundKey`;
 * bytes cross the bridge as base64.
 */
export interface BoundKeyPlugin {
  /** Makes a key under this id, bound to the biometrics enrolled now; one that was there goes. */
  create(options: { readonly id: string }): Promise<void>;
  /**
   * Asks the person to show themselves, and answers the HMAC-SHA256 of the salt under the key: 32 bytes, always the same.
   * Rejects with code `refused` (they did not show themselves), `gone` (there is no such key, or other biometrics were
   * enrolled since) or `unavailable`.
   */
  derive(options: {
    readonly id: string;
    readonly salt: string;
    readonly title: string;
    readonly cancel: string;
  }): Promise<{ readonly secret: string }>;
  /** A missing key is no error. */
  remove(options: { readonly id: string }): Promise<void>;
  /**
   * Android alone: forgets what the database's plugin keeps its passphrase in, which no call opens any more once the
   * Keystore has lost the key of that, and starts the shell anew.
   */
  forgetDatabaseKey(): Promise<void>;
}
