import { Worker } from 'node:worker_threads';
import { inputsPerBlock } from './target.ts';
import type { Block, Done, FoundFailure, WorkerOptions } from './worker.ts';

export interface PoolOptions {
  readonly target: string;
  readonly seed: number;
  readonly plant: string | undefined;
  readonly from: number;
  readonly inputs: number;
  readonly workers: number;
  /** The timeout of one input in seconds. */
  readonly timeoutSeconds: number;
  readonly onDone: (done: Done) => void;
  /** Whether the run ends early, after the current work. */
  readonly isStopped: () => boolean;
}

/** The poll interval of a worker in ms. A suspended machine suspends the polls too and does not count as a hang. */
const pollIntervalMs = 250;
/** An input that exceeds this heap ends the worker and not the run. */
const maxHeapMegabytes = 512;

/** Distributes blocks of inputs to workers and resolves after the last one. */
export async function runPool(options: PoolOptions): Promise<void> {
  const blocks = blocksOf(options.from, options.inputs);
  const next = () => (options.isStopped() ? undefined : blocks.shift());
  await Promise.all(Array.from({ length: options.workers }, () => runWorkers(options, next)));
}

function blocksOf(from: number, inputs: number): Block[] {
  const blocks: Block[] = [];
  for (let block = Math.floor(from / inputsPerBlock); block * inputsPerBlock < from + inputs; block += 1)
    blocks.push({
      block,
      from: Math.max(from, block * inputsPerBlock),
      end: Math.min(from + inputs, (block + 1) * inputsPerBlock),
      skip: [],
    });
  return blocks;
}

/** A sequence of workers. After a failed worker the next repeats its block without the input that failed. */
async function runWorkers(options: PoolOptions, next: () => Block | undefined): Promise<void> {
  for (let block = next(); block; ) {
    const failure = await runWorker(options, block, next);
    if (!failure) return;
    const { kind, index } = failure.found;
    options.onDone({
      block: failure.block.block,
      tried: 1,
      outcomes: { [kind]: 1 },
      failures: [failure.found],
    });
    block = options.isStopped() ? undefined : { ...failure.block, skip: [...failure.block.skip, index] };
  }
}

interface WorkerFailure {
  readonly block: Block;
  readonly found: FoundFailure;
}

function runWorker(
  options: PoolOptions,
  first: Block,
  next: () => Block | undefined,
): Promise<WorkerFailure | undefined> {
  return new Promise((resolve, reject) => {
    const shared = new SharedArrayBuffer(4);
    const currentInput = new Int32Array(shared).fill(-1);
    const workerData: WorkerOptions = {
      target: options.target,
      seed: options.seed,
      plant: options.plant,
      at: shared,
    };
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    let current: Block | undefined = first;
    let lastIndex = -1;
    let unchangedPolls = 0;
    const terminate = (failure?: FoundFailure) => {
      clearInterval(poll);
      worker
        .terminate()
        .then(() => resolve(failure && current ? { block: current, found: failure } : undefined), reject);
    };
    const poll = setInterval(() => {
      const index = Atomics.load(currentInput, 0);
      unchangedPolls = index === lastIndex && index !== -1 ? unchangedPolls + 1 : 0;
      lastIndex = index;
      if (unchangedPolls * pollIntervalMs > options.timeoutSeconds * 1000)
        terminate({
          kind: 'hang',
          text: `timeout after ${options.timeoutSeconds} s`,
          index,
          trail: 'lost with its worker',
        });
    }, pollIntervalMs);
    worker.on('message', (message: Done | 'ready') => {
      if (message !== 'ready') {
        options.onDone(message);
        current = next();
      }
      if (current) worker.postMessage(current);
      else terminate();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      const index = Atomics.load(currentInput, 0);
      if (index === -1) {
        clearInterval(poll);
        reject(error);
        return;
      }
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
      terminate({ kind, text: error.stack ?? String(error), index, trail: 'lost with its worker' });
    });
  });
}
