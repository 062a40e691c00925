/** The number on the app's icon, where the device shows one. */
export type AppBadgePort = {
  /** Sets the number; 0 clears it. Does nothing on a device without badges or without the permission. */
  show(count: number): Promise<void>;
};
