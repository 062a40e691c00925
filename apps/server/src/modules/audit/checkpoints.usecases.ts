import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { declareQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Statements } from '../../infra/tokens/statements.adapter.ts';
import { chainOf, tidOf } from './audit-chain.usecases.ts';
import {
  type CheckpointRow,
  findCheckpoint,
  findUnsignedEnds,
  insertCheckpoint,
  readCheckpoints,
} from './checkpoint.repository.ts';
import { type CheckpointSaid, checkpointLine, checkpointSaid, checkpointType } from './checkpoint.schemas.ts';
import { appendLines, linesOf } from './checkpoint-file.adapter.ts';

export { checkpointFile } from './checkpoint-file.adapter.ts';

export interface CheckpointParts {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly statements: Statements;
  readonly publicUrl: () => string;
  /** Where they are kept outside the database. */
  readonly file: string;
  /** Undefined where checkpoints are posted nowhere. */
  readonly posted: { readonly outbox: Outbox; readonly url: string } | undefined;
}

export const checkpointQueue = declareQueue<{ chain: string; sequence: number }>('audit.checkpoint');

/**
 * Signs how the chains that grew end now; the chain of one tenant where one is given. Each leaves the database before it
 * counts as written, so that whoever changes the database later meets it.
 *
 * @returns how many were signed.
 */
export async function writeCheckpoints(parts: CheckpointParts, only?: string | null): Promise<number> {
  const ends = await findUnsignedEnds(parts.db, only === undefined ? undefined : chainOf(only));
  const rows = ends.map((end): CheckpointRow => {
    const at = new Date(parts.clock());
    const said: CheckpointSaid = {
      iss: parts.publicUrl(),
      tid: tidOf(end.chain),
      sequence: end.sequence,
      hash: end.hash.toString('hex'),
      at: at.getTime(),
    };
    return Object.assign(end, { at, statement: parts.statements.sign(checkpointType, said) });
  });
  if (rows.length === 0) return 0;
  await appendLines(
    parts.file,
    rows.map((row) => JSON.stringify(lineOf(row))),
  );
  for (const row of rows) {
    await inTransaction(parts.db, async (transaction) => {
      const { chain, sequence } = row;
      if (!(await insertCheckpoint(transaction, row))) return;
      await parts.posted?.outbox.send(transaction, checkpointQueue, [{ data: { chain, sequence } }]);
    });
  }
  return rows.length;
}

/** What one checkpoint is outside the database. */
export function lineOf({ chain, sequence, hash, at, statement }: CheckpointRow) {
  return { tid: tidOf(chain), sequence, hash: hash.toString('hex'), at: at.getTime(), statement };
}

/** Tells a checkpoint to the place that keeps them. @throws where it does not take it. */
export async function postCheckpoint(
  { db, posted }: CheckpointParts,
  which: { chain: string; sequence: number },
): Promise<void> {
  const row = posted && (await findCheckpoint(db, which));
  if (!row) return;
  const answer = await fetch(posted.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lineOf(row)),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the checkpoint was answered with ${answer.status}`);
}

const batch = 1000;

/**
 * What was signed over a chain, in the database and outside it: by sequence the hash. A statement with a signature that
 * is not ours, and two that say different things, match no chain.
 */
export async function knownCheckpoints(parts: CheckpointParts, chain: string): Promise<Map<number, string>> {
  const known = new Map<number, string>();
  const take = ({ sequence, hash }: Signed) => {
    const before = known.get(sequence);
    known.set(sequence, before === undefined || before === hash ? hash : contradiction);
  };
  for await (const line of linesOf(parts.file)) {
    const read = checkpointLine.safeParse(jsonOf(line));
    // A last line that a crash cut off was never a checkpoint.
    if (!read.success || chainOf(read.data.tid) !== chain) continue;
    const signed = signedIn(parts.statements.read, chain, read.data);
    if (signed) take(signed);
  }
  let after = 0;
  for (;;) {
    const rows = await readCheckpoints(parts.db, { chain, after, limit: batch });
    for (const row of rows) {
      const signed = signedIn(parts.statements.read, chain, row);
      if (signed) take(signed);
      after = row.sequence;
    }
    if (rows.length < batch) return known;
  }
}

export interface Signed {
  sequence: number;
  hash: string;
}

const contradiction = 'contradiction';

/** @returns what a statement signs of this chain; undefined where it is of another service. */
export function signedIn(
  read: Statements['read'],
  chain: string,
  { sequence, statement }: { sequence: number; statement: string },
): Signed | undefined {
  const found = read(checkpointType, statement);
  if (found === 'unknown') return undefined;
  const said = found === 'wrong' ? undefined : checkpointSaid.safeParse(found.said).data;
  if (!said || chainOf(said.tid) !== chain) return { sequence, hash: contradiction };
  return { sequence: said.sequence, hash: said.hash };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
