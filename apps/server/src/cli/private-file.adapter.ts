import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only its owner can read. The file appears complete or not at all.
 * @param count - the number to add up for each chunk.
 * @returns the sum.
 */
export async function writePrivateFile(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  count: (piece: Uint8Array) => number,
): Promise<number> {
  // A random name, so that another user cannot have prepared a link there.
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  let sum = 0;
  const counted = async function* (all: AsyncIterable<Uint8Array>) {
    for await (const piece of all) {
      sum += count(piece);
      yield piece;
    }
  };
  try {
    await pipeline(pieces, counted, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return sum;
}
