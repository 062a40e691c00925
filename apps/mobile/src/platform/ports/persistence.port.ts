export type PersistencePort = {
  /** Asks that the system does not clear what the app stored; true where it promises that. */
  request(): Promise<boolean>;
};
