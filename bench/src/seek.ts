import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openDocument, seal } from '@sealflow/tdf';
import { fileSource } from './file-source.ts';
import { makeSample, type Sample } from './sealed-sample.ts';
import { median, rounded } from './stats.ts';

const SIZE = 512 * 1024 * 1024;
const FIRST = 64 * 1024;
const RUNS = 9;

interface Cost {
  readonly ms: number;
  readonly bytes: number;
}

/** The cost of opening a document of 512 MiB, and of the first 64 KiB at its middle. */
export async function seekCost(): Promise<{ readonly seek: Cost; readonly open: Cost }> {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-bench-'));
  try {
    const path = join(folder, 'sample.tdf');
    const sample = await makeSample(SIZE);
    await pipeline(Readable.from(seal(sample.options).stream), createWriteStream(path));
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(path, sample));
    return {
      seek: typical(runs.map(({ seek }) => seek)),
      open: typical(runs.map(({ open }) => open)),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(path: string, sample: Sample): Promise<{ seek: Cost; open: Cost }> {
  const keySource = await fileSource(path);
  const { keys } = await sample.keysOf(keySource);
  await keySource.close();
  const source = await fileSource(path);
  try {
    const begin = performance.now();
    const { bytes } = await openDocument({ source, keys });
    const opened = performance.now();
    const open = { ms: opened - begin, bytes: source.bytesRead() };
    const first = await bytes.read(SIZE / 2, FIRST);
    const seek = { ms: performance.now() - opened, bytes: source.bytesRead() - open.bytes };
    if (first.length !== FIRST) throw new Error('the sample is shorter than it should be');
    return { seek, open };
  } finally {
    await source.close();
  }
}

const typical = (costs: readonly Cost[]): Cost => ({
  ms: rounded(median(costs.map(({ ms }) => ms)), 1),
  bytes: median(costs.map(({ bytes }) => bytes)),
});
