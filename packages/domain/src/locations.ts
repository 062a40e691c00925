/** A point of a route: coordinates in degrees, and its role. */
export type RoutePoint = {
  readonly lng: number;
  readonly lat: number;
  /** `source`, `destination`, or the letters of a waypoint: A to Z, then AA and so on. */
  readonly role: 'source' | 'destination' | (string & {});
};

export type Coordinates = { readonly lng: number; readonly lat: number };

/** The letters of the waypoint with a zero-based index: A, B … Z, AA, AB …. */
function waypointLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : waypointLetters(Math.floor(index / 26) - 1) + last;
}

const roleAt = (index: number) =>
  index === 0 ? 'source' : index === 1 ? 'destination' : waypointLetters(index - 2);

function parseCoordinates(entry: string): Coordinates | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/u.exec(entry);
  const [lng, lat] = [Number(match?.[1]), Number(match?.[2])];
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
}

/**
 * Parses a location of section 3: `lng,lat` entries joined by `|`. The first is the source, the second the destination,
 * the rest are waypoints lettered A, B and so on.
 * @returns the points in order, empty for an empty text; null if an entry is not a valid position.
 */
export function parseLocations(text: string): readonly RoutePoint[] | null {
  if (text.trim() === '') return [];
  const points: RoutePoint[] = [];
  for (const [index, entry] of text.split('|').entries()) {
    const coordinates = parseCoordinates(entry);
    if (coordinates === null) return null;
    points.push({ ...coordinates, role: roleAt(index) });
  }
  return points;
}

/**
 * Formats positions as a location of section 3, source and destination first.
 * @param points - degrees, rounded to six decimals, which is a tenth of a metre.
 */
export function formatLocations(points: readonly Coordinates[]): string {
  const degrees = (value: number) => String(Number(value.toFixed(6)));
  return points.map(({ lng, lat }) => `${degrees(lng)},${degrees(lat)}`).join('|');
}
