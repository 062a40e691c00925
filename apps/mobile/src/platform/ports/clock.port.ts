/** Times are ms since 1970. */
export type ClockPort = {
  /** The device's clock. */
  now(): number;
  /** The best estimate of the service's time: the device's clock, corrected by the last response. */
  serverNow(): number;
  /** Records a server's time (the `Date` of any response) if it is the latest so far. */
  observe(serverTime: number): Promise<void>;
  /** The later of the device's clock and the latest server time: setting the clock back does not prolong a lease. */
  monotonicNow(): Promise<number>;
};
