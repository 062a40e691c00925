/** The hardware back button; on the web there is none and the browser's own history rules. */
export type BackButtonPort = {
  /** Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  exitApp(): Promise<void>;
};
