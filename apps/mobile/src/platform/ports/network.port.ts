export type NetworkPort = {
  isOnline(): boolean;
  /** @returns a function that ends the subscription. */
  subscribe(listener: (online: boolean) => void): () => void;
};
