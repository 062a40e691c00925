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
  /** The checkpoint file, which is outside the database. */
  readonly file: string;
  /** Undefined if checkpoints are not published. */
  readonly posted: { readonly outbox: Outbox; readonly url: string } | undefined;
}

export const checkpointQueue = declareQueue<{ chain: string; sequence: number }>('audit.checkpoint');

/**
 * Signs a checkpoint over each chain that grew; over the chain of one tenant if `only` is given. A checkpoint is
 * written to the file before it is inserted into the database, so that later changes of the database can be detected.
 *
 * @returns the number of checkpoints.
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

/** A checkpoint in the form that is used outside the database. */
export function lineOf({ chain, sequence, hash, at, statement }: CheckpointRow) {
  return { tid: tidOf(chain), sequence, hash: hash.toString('hex'), at: at.getTime(), statement };
}

/**
 * Posts a checkpoint to the configured URL.
 * @throws if the request fails or the response is not a success.
 */
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
  if (!answer.ok) throw new Error(`checkpoint URL responded with status ${answer.status}`);
}

const batch = 1000;

/**
 * The signed hashes of a chain by sequence number, from the database and from the file. An invalid signature, and two
 * statements that contradict each other, give a value that matches no chain.
 */
export async function knownCheckpoints(parts: CheckpointParts, chain: string): Promise<Map<number, string>> {
  const known = new Map<number, string>();
  const take = ({ sequence, hash }: Signed) => {
    const before = known.get(sequence);
    known.set(sequence, before === undefined || before === hash ? hash : contradiction);
  };
  for await (const line of linesOf(parts.file)) {
    const read = checkpointLine.safeParse(jsonOf(line));
    // A last line that a crash truncated does not count.
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

/** @returns what a statement signs about this chain; undefined if it is a statement of another service. */
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
