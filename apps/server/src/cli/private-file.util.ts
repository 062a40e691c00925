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
  chunks: AsyncIterable<Uint8Array>,
  count: (chunk: Uint8Array) => number,
): Promise<number> {
  // A random name, so that another user cannot have prepared a link there.
  const temporaryPath = `${file}.${randomUUID().slice(0, 8)}.part`;
  let sum = 0;
  const countChunks = async function* (all: AsyncIterable<Uint8Array>) {
    for await (const chunk of all) {
      sum += count(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(chunks, countChunks, createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 }));
    await rename(temporaryPath, file);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return sum;
}
