import { parentPort, workerData } from 'node:worker_threads';
import { inputsPerBlock, type Problem, type Verdict } from './target.ts';
import { TARGETS } from './targets.ts';

/** The options of a worker. */
export interface WorkerOptions {
  readonly target: string;
  readonly seed: number;
  readonly plant: string | undefined;
  /** The index of the current input for the supervisor; -1 between two inputs. */
  readonly at: SharedArrayBuffer;
}

/**
 * A block of inputs, excluding `end`. Inputs before `from` only restore the state. Inputs in `skip` have ended a
 * worker.
 */
export interface Block {
  readonly block: number;
  readonly from: number;
  readonly end: number;
  readonly skip: readonly number[];
}

export interface FoundFailure extends Problem {
  readonly index: number;
  readonly trail: string;
  readonly input?: unknown;
}

export interface Done {
  readonly block: number;
  readonly tried: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly failures: readonly FoundFailure[];
}

/** The maximum bytes outside of the heap after a block. Documents are small and nothing retains them. */
const maxRetainedBytes = 256 * 1024 * 1024;

const work = workerData as WorkerOptions;
const at = new Int32Array(work.at);
let unhandledErrors: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandledErrors.push(reason));

const subject = await TARGETS[work.target]?.open(work);
if (!subject || !parentPort) throw new Error(`unknown target ${work.target}`);
const parent = parentPort;

async function run({ block, from, end, skip }: Block): Promise<Done> {
  const outcomes: Record<string, number> = {};
  const found: FoundFailure[] = [];
  let tried = 0;
  subject?.startBlock(block);
  for (let index = block * inputsPerBlock; index < end; index += 1) {
    const verdict = skip.includes(index) ? undefined : await one(index);
    if (!verdict || index < from) continue;
    tried += 1;
    outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
    if (verdict.problem)
      found.push({ ...verdict.problem, index, trail: verdict.trail, input: verdict.input });
  }
  const retainedBytes = process.memoryUsage().arrayBuffers;
  if (retainedBytes > maxRetainedBytes)
    found.push({
      kind: 'memory',
      text: `${retainedBytes} bytes are retained after the block`,
      index: end - 1,
      trail: 'the whole block',
    });
  return { block, tried, outcomes, failures: found };
}

async function one(index: number): Promise<Verdict | undefined> {
  Atomics.store(at, 0, index);
  const verdict = await subject?.try(index);
  // Unhandled rejections are reported after the microtasks.
  await new Promise(setImmediate);
  Atomics.store(at, 0, -1);
  const [reason] = unhandledErrors;
  unhandledErrors = [];
  if (reason === undefined || !verdict) return verdict;
  const text = `unhandled: ${reason instanceof Error ? reason.stack : JSON.stringify(reason)}`;
  return { ...verdict, problem: { kind: 'crash', text } };
}

async function processBlock(block: Block): Promise<void> {
  try {
    parent.postMessage(await run(block));
  } catch (error) {
    // An error of the runner ends the worker. As an unhandled rejection it would count as a finding.
    setImmediate(() => {
      throw error;
    });
  }
}
parent.on('message', (block: Block) => void processBlock(block));
parent.postMessage('ready');
