/** Degrees of WGS-84; `accuracy` in metres. */
export type Position = { readonly lng: number; readonly lat: number; readonly accuracy: number };

export type GeolocationPort = {
  /**
   * The device's most accurate position, within 5 s (section 9). Shows the permission prompt, so it must follow a
   * press.
   */
  current(): Promise<Position | 'denied' | 'unavailable'>;
};
