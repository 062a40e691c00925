import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { declareQueue, type Outbox } from '../../infra/jobs/jobs.port.ts';
import type { Statements } from '../../infra/tokens/statements.util.ts';
import { chainOf, tidOf } from './audit-chain.usecases.ts';
import {
  type CheckpointRow,
  findCheckpoint,
  findUnsignedEnds,
  insertCheckpoint,
  selectCheckpoints,
} from './checkpoint.repository.ts';
import {
  type CheckpointClaims,
  checkpointClaims,
  checkpointLine,
  checkpointType,
} from './checkpoint.schemas.ts';
import { appendLines, readLines } from './checkpoint-file.util.ts';

export { checkpointFilePath } from './checkpoint-file.util.ts';

export interface CheckpointServices {
  readonly db: DatabaseHandle;
  readonly clock: Clock;
  readonly statements: Statements;
  readonly publicUrl: () => string;
  /** The checkpoint file, which is outside the database. */
  readonly file: string;
  /** Undefined if checkpoints are not published. */
  readonly publishing: { readonly outbox: Outbox; readonly url: string } | undefined;
}

export const checkpointQueue = declareQueue<{ chain: string; sequence: number }>('audit.checkpoint');

/**
 * Signs a checkpoint over each chain that grew; over the chain of one tenant if `only` is given. A checkpoint is
 * written to the file before it is inserted into the database, so that later changes of the database can be detected.
 *
 * @returns the number of checkpoints.
 */
export async function writeCheckpoints(services: CheckpointServices, only?: string | null): Promise<number> {
  const ends = await findUnsignedEnds(services.db, only === undefined ? undefined : chainOf(only));
  const rows = ends.map((end): CheckpointRow => {
    const at = new Date(services.clock());
    const claims: CheckpointClaims = {
      iss: services.publicUrl(),
      tid: tidOf(end.chain),
      sequence: end.sequence,
      hash: end.hash.toString('hex'),
      at: at.getTime(),
    };
    return Object.assign(end, { at, statement: services.statements.sign(checkpointType, claims) });
  });
  if (rows.length === 0) return 0;
  await appendLines(
    services.file,
    rows.map((row) => JSON.stringify(toCheckpointLine(row))),
  );
  for (const row of rows) {
    await inTransaction(services.db, async (transaction) => {
      const { chain, sequence } = row;
      if (!(await insertCheckpoint(transaction, row))) return;
      await services.publishing?.outbox.send(transaction, checkpointQueue, [{ data: { chain, sequence } }]);
    });
  }
  return rows.length;
}

/** A checkpoint in the form that is used outside the database. */
export function toCheckpointLine({ chain, sequence, hash, at, statement }: CheckpointRow) {
  return { tid: tidOf(chain), sequence, hash: hash.toString('hex'), at: at.getTime(), statement };
}

/**
 * Posts a checkpoint to the configured URL.
 * @throws if the request fails or the response is not a success.
 */
export async function publishCheckpoint(
  { db, publishing }: CheckpointServices,
  key: { chain: string; sequence: number },
): Promise<void> {
  const row = publishing && (await findCheckpoint(db, key));
  if (!row) return;
  const response = await fetch(publishing.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toCheckpointLine(row)),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`checkpoint URL responded with status ${response.status}`);
}

const checkpointPageSize = 1000;

/**
 * The signed hashes of a chain by sequence number, from the database and from the file. An invalid signature, and two
 * statements that contradict each other, give a value that matches no chain.
 */
export async function collectCheckpoints(
  services: CheckpointServices,
  chain: string,
): Promise<Map<number, string>> {
  const hashBySequence = new Map<number, string>();
  const addSigned = ({ sequence, hash }: SignedHash) => {
    const previous = hashBySequence.get(sequence);
    hashBySequence.set(sequence, previous === undefined || previous === hash ? hash : contradiction);
  };
  for await (const line of readLines(services.file)) {
    const read = checkpointLine.safeParse(parseJson(line));
    // A last line that a crash truncated does not count.
    if (!read.success || chainOf(read.data.tid) !== chain) continue;
    const signed = readSignedHash(services.statements.read, chain, read.data);
    if (signed) addSigned(signed);
  }
  let after = 0;
  for (;;) {
    const rows = await selectCheckpoints(services.db, { chain, after, limit: checkpointPageSize });
    for (const row of rows) {
      const signed = readSignedHash(services.statements.read, chain, row);
      if (signed) addSigned(signed);
      after = row.sequence;
    }
    if (rows.length < checkpointPageSize) return hashBySequence;
  }
}

export interface SignedHash {
  sequence: number;
  hash: string;
}

const contradiction = 'contradiction';

/** @returns what a statement signs about this chain; undefined if it is a statement of another service. */
export function readSignedHash(
  read: Statements['read'],
  chain: string,
  { sequence, statement }: { sequence: number; statement: string },
): SignedHash | undefined {
  const found = read(checkpointType, statement);
  if (found === 'unknown') return undefined;
  const claims = found === 'wrong' ? undefined : checkpointClaims.safeParse(found.claims).data;
  if (!claims || chainOf(claims.tid) !== chain) return { sequence, hash: contradiction };
  return { sequence: claims.sequence, hash: claims.hash };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
