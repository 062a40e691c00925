/** The store of the database plugin's key on Android. Registered as `SealedStore`. */
export interface SealedStorePlugin {
  /**
   * Empties the store and starts the page anew: only where the plugin cannot open it, which happens when the Keystore has
   * lost its key. The database is lost with it, as it was before.
   */
  reset(): Promise<void>;
}
