/** Times are ms since 1970. */
export type ClockPort = {
  /** The device's clock. */
  now(): number;
  /** The service's time as well as it is known: the device's clock, set right by the last answer. */
  serverNow(): number;
  /** A server's time (the `Date` of any answer): kept when it is the greatest seen. */
  observe(serverTime: number): Promise<void>;
  /** The later of the device's clock and the greatest server time seen: a clock set back does not lengthen a lease. */
  guarded(): Promise<number>;
};
