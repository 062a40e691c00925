import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { nodeCipher } from '@sealflow/tdf/node';
import { seal } from '@sealflow/tdf/writer';
import { makeSample } from './sealed-sample.ts';

const warmUpBytes = 16 * 1024 * 1024;
const size = 2 * 1024 * 1024 * 1024;
/** Number of chunks between two readings of the memory: about 2 MiB. */
const chunksBetweenReadings = 24;

/** The memory in bytes by which a new process grows at most while it seals 2 GiB. */
export async function sealMemory(): Promise<number> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`sealing in a process of its own ended with ${String(code)}`);
  return Number(output);
}

async function peakOf(bytes: number): Promise<number> {
  const sample = await makeSample(bytes);
  let chunks = 0;
  let peak = 0;
  for await (const _ of seal({ ...sample.options, cipher: nodeCipher, releaseChunks: true }).stream) {
    chunks += 1;
    if (chunks % chunksBetweenReadings === 0) peak = Math.max(peak, process.memoryUsage.rss());
  }
  return peak;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Loads and compiles everything first.
  await peakOf(warmUpBytes);
  const before = process.memoryUsage.rss();
  process.stdout.write(String((await peakOf(size)) - before));
}
