import { parentPort, workerData } from 'node:worker_threads';
import { BLOCK, type Problem, type Verdict } from './target.ts';
import { TARGETS } from './targets.ts';

/** What a worker is started with. */
export interface Work {
  readonly target: string;
  readonly seed: number;
  readonly plant: string | undefined;
  /** The input that is being tried, for whoever watches; -1 between two. */
  readonly at: SharedArrayBuffer;
}

/** A block of inputs, up to and without `end`. Those before `from` only teach; those to `skip` have cost a worker. */
export interface Block {
  readonly block: number;
  readonly from: number;
  readonly end: number;
  readonly skip: readonly number[];
}

export interface Found extends Problem {
  readonly index: number;
  readonly trail: string;
  readonly input?: unknown;
}

export interface Done {
  readonly block: number;
  readonly tried: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly found: readonly Found[];
}

/** Bytes beside the heap that a worker may hold after a block: documents are small, and nothing keeps them. */
const MOST_BYTES = 256 * 1024 * 1024;

const work = workerData as Work;
const at = new Int32Array(work.at);
let unseen: unknown[] = [];
process.on('unhandledRejection', (reason) => unseen.push(reason));

const subject = await TARGETS[work.target]?.open(work);
if (!subject || !parentPort) throw new Error(`no target ${work.target}`);
const parent = parentPort;

async function run({ block, from, end, skip }: Block): Promise<Done> {
  const outcomes: Record<string, number> = {};
  const found: Found[] = [];
  let tried = 0;
  subject?.begin(block);
  for (let index = block * BLOCK; index < end; index += 1) {
    const verdict = skip.includes(index) ? undefined : await one(index);
    if (!verdict || index < from) continue;
    tried += 1;
    outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
    if (verdict.problem)
      found.push({ ...verdict.problem, index, trail: verdict.trail, input: verdict.input });
  }
  const held = process.memoryUsage().arrayBuffers;
  if (held > MOST_BYTES)
    found.push({
      kind: 'memory',
      text: `${held} bytes are held after the block`,
      index: end - 1,
      trail: 'the whole block',
    });
  return { block, tried, outcomes, found };
}

async function one(index: number): Promise<Verdict | undefined> {
  Atomics.store(at, 0, index);
  const verdict = await subject?.try(index);
  // What was thrown where nobody waits for it is told only after the microtasks.
  await new Promise(setImmediate);
  Atomics.store(at, 0, -1);
  const [reason] = unseen;
  unseen = [];
  if (reason === undefined || !verdict) return verdict;
  const text = `unhandled: ${reason instanceof Error ? reason.stack : JSON.stringify(reason)}`;
  return { ...verdict, problem: { kind: 'crash', text } };
}

async function answer(block: Block): Promise<void> {
  try {
    parent.postMessage(await run(block));
  } catch (error) {
    // A fault of the runner ends it: among the rejections that are listened for it would be lost.
    setImmediate(() => {
      throw error;
    });
  }
}
parent.on('message', (block: Block) => void answer(block));
parent.postMessage('ready');
