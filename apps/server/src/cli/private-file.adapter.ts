import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that its owner alone can read: whole or not at all.
 * @param count - of each piece what is to be counted. @returns the sum.
 */
export async function writePrivateFile(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  count: (piece: Uint8Array) => number,
): Promise<number> {
  // A name that nobody can have laid a link under.
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
