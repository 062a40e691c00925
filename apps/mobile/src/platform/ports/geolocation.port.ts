/** Degrees of WGS-84; `accuracy` in metres. */
export type Position = { readonly lng: number; readonly lat: number; readonly accuracy: number };

export type GeolocationPort = {
  /**
   * Where the device is, as exactly as it can tell, within 5 s (section 9). Asks the person for the permission, so it is
   * called from a press alone.
   */
  current(): Promise<Position | 'denied' | 'unavailable'>;
};
