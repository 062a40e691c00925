/** The number on the app's icon, where the device shows one. */
export type AppBadgePort = {
  /** Shows it; 0 takes it away. A device that has none, or refuses, does nothing. */
  show(count: number): Promise<void>;
};
