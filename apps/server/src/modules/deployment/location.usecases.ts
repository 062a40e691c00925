import gcoord from 'gcoord';
import { ServiceError } from '../../infra/errors/service.errors.ts';

const systems = { gps: gcoord.WGS84, baidu: gcoord.BD09, autonavi: gcoord.GCJ02 } as const;
const maxLocations = 100;

/**
 * Converts positions to GCJ-02 and keeps their order: the source, the destination, the waypoints.
 * @param locations - `lng,lat` in degrees, joined by `|`.
 * @returns the same format with six decimals, a resolution of a tenth of a metre.
 * @throws ServiceError `location.invalid`.
 */
export function convertLocations(locations: string, from: keyof typeof systems): string {
  const entries = locations.split('|');
  if (entries.length > maxLocations) throw new ServiceError('location.invalid');
  return entries
    .map((entry) => gcoord.transform(positionOf(entry), systems[from], gcoord.GCJ02))
    .map((position) => position.map((degrees) => Number(degrees.toFixed(6))).join(','))
    .join('|');
}

function positionOf(entry: string): [number, number] {
  const [, lng = '', lat = ''] =
    /^\s*(-?\d{1,3}(?:\.\d{1,20})?),\s*(-?\d{1,2}(?:\.\d{1,20})?)\s*$/.exec(entry) ?? [];
  const position: [number, number] = [Number(lng), Number(lat)];
  const isOnEarth = lng !== '' && lat !== '' && Math.abs(position[0]) <= 180 && Math.abs(position[1]) <= 90;
  if (!isOnEarth) throw new ServiceError('location.invalid');
  return position;
}
