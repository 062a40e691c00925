import { Worker } from 'node:worker_threads';
import { BLOCK } from './target.ts';
import type { Block, Done, Found, Work } from './worker.ts';

export interface PoolOptions {
  readonly target: string;
  readonly seed: number;
  readonly plant: string | undefined;
  readonly from: number;
  readonly inputs: number;
  readonly workers: number;
  /** Seconds of a running program in which one input must have come to an end. */
  readonly patience: number;
  readonly onDone: (done: Done) => void;
  /** Ends the run early, after what is under way. */
  readonly isOver: () => boolean;
}

/** A look at each worker. A machine that stands still stops the looks too, and is no hang. */
const LOOK = 250;
/** Megabytes of heap of a worker: an input that makes it grow beyond ends the worker and not the run. */
const HEAP = 512;

/** Has all inputs tried by workers that take blocks of them in turn, and ends with the last one. */
export async function runPool(options: PoolOptions): Promise<void> {
  const blocks = blocksOf(options.from, options.inputs);
  const next = () => (options.isOver() ? undefined : blocks.shift());
  await Promise.all(Array.from({ length: options.workers }, () => runWorkers(options, next)));
}

function blocksOf(from: number, inputs: number): Block[] {
  const blocks: Block[] = [];
  for (let block = Math.floor(from / BLOCK); block * BLOCK < from + inputs; block += 1)
    blocks.push({
      block,
      from: Math.max(from, block * BLOCK),
      end: Math.min(from + inputs, (block + 1) * BLOCK),
      skip: [],
    });
  return blocks;
}

/** One line of workers: where one is lost to an input, the next begins its block anew without it. */
async function runWorkers(options: PoolOptions, next: () => Block | undefined): Promise<void> {
  for (let block = next(); block; ) {
    const lost = await runOne(options, block, next);
    if (!lost) return;
    const { kind, index } = lost.found;
    options.onDone({ block: lost.block.block, tried: 1, outcomes: { [kind]: 1 }, found: [lost.found] });
    block = options.isOver() ? undefined : { ...lost.block, skip: [...lost.block.skip, index] };
  }
}

interface Lost {
  readonly block: Block;
  readonly found: Found;
}

function runOne(
  options: PoolOptions,
  first: Block,
  next: () => Block | undefined,
): Promise<Lost | undefined> {
  return new Promise((resolve, reject) => {
    const shared = new SharedArrayBuffer(4);
    const at = new Int32Array(shared).fill(-1);
    const workerData: Work = { target: options.target, seed: options.seed, plant: options.plant, at: shared };
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    let current: Block | undefined = first;
    let seen = -1;
    let looks = 0;
    const end = (lost?: Found) => {
      clearInterval(watch);
      worker
        .terminate()
        .then(() => resolve(lost && current ? { block: current, found: lost } : undefined), reject);
    };
    const watch = setInterval(() => {
      const now = Atomics.load(at, 0);
      looks = now === seen && now !== -1 ? looks + 1 : 0;
      seen = now;
      if (looks * LOOK > options.patience * 1000)
        end({
          kind: 'hang',
          text: `no end in ${options.patience} s`,
          index: now,
          trail: 'lost with its worker',
        });
    }, LOOK);
    worker.on('message', (message: Done | 'ready') => {
      if (message !== 'ready') {
        options.onDone(message);
        current = next();
      }
      if (current) worker.postMessage(current);
      else end();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const index = Atomics.load(at, 0);
      if (index === -1) {
        clearInterval(watch);
        reject(error);
        return;
      }
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
      end({ kind, text: error.stack ?? String(error), index, trail: 'lost with its worker' });
    });
  });
}
