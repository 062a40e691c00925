import { statfs } from 'node:fs/promises';

/** Of a disk, in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const mebibyte = 1024 * 1024;
const largestReserve = 512 * mebibyte;
const smallestShare = 20;

/** What the user of the service can still write on the disk of a folder. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** What files leave free, of a small disk a twentieth: the embedded database lies on it too, and stops where it is full. */
export function reservedBytes({ total }: DiskSpace): number {
  return Math.min(largestReserve, total / smallestShare);
}
