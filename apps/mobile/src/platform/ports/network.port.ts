export type NetworkPort = {
  isOnline(): boolean;
  /** Returns the function that ends it. */
  subscribe(listener: (online: boolean) => void): () => void;
};
