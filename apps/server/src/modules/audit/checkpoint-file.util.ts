import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The file in which a node stores its signed checkpoints outside the database. */
export const checkpointFilePath = (dataDir: string): string => join(dataDir, 'audit', 'checkpoints.jsonl');

/** Appends lines; they are synced to disk when it returns. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const separator = (await endsMidLine(file)) ? '\n' : '';
    // `appendFile` repeats short writes: on a nearly full disk one write may store less without an error.
    await file.appendFile(separator + lines.map((line) => `${line}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a crash or a full disk truncated the last line; new lines must not continue it. */
async function endsMidLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
}

/** The lines of a file; none if the file does not exist. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    input.destroy();
  }
}
