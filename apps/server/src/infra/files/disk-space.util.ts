import { statfs } from 'node:fs/promises';

/** Space of a disk, in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

const bytesPerMebibyte = 1024 * 1024;
const maxReserveBytes = 512 * bytesPerMebibyte;
const minReserveDivisor = 20;

/** Reads the free space of a folder's disk, as available to the user of the process. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Space that stored files must leave free; a twentieth of a small disk. An embedded database on the same disk stops when full. */
export function reservedBytes({ total }: DiskSpace): number {
  return Math.min(maxReserveBytes, total / minReserveDivisor);
}
