/** The hardware back button; the web has none and uses the browser's own history. */
export type BackButtonPort = {
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  exitApp(): Promise<void>;
};
