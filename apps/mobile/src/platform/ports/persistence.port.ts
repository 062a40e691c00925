export type PersistencePort = {
  /** Requests that the system does not evict the app's storage; true if granted. */
  request(): Promise<boolean>;
};
