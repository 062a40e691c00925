import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { chainOf, genesisHash, hashOf } from './audit-chain.usecases.ts';
import {
  countPending,
  dequeuePending,
  insertLinks,
  lockLinking,
  type NewLink,
} from './linking.repository.ts';
import {
  advanceLinkedUntil,
  insertPendingStart,
  isPendingComplete,
  restorePendingPage,
  selectLinkedUntil,
} from './pending-recovery.repository.ts';

/** Maximum number of records linked by one transaction. */
const linkBatchSize = 1000;

/** Number of records that one transaction checks for a link. */
const recoveryPageSize = 20_000;

/**
 * Links pending records to their chains, until only records of running transactions are left.
 *
 * Any node may call it at any time: a batch is linked atomically, and by one transaction at a time.
 *
 * @returns the number of linked records.
 */
export async function linkPending(db: DatabaseHandle): Promise<number> {
  let linked = 0;
  for (;;) {
    const batchCount = await linkBatch(db);
    if (batchCount === 'incomplete') {
      await recoverPending(db);
      continue;
    }
    linked += batchCount;
    if (batchCount < linkBatchSize) return linked;
  }
}

function linkBatch(db: DatabaseHandle): Promise<number | 'incomplete'> {
  return inTransaction(db, async (transaction) => {
    await lockLinking(transaction);
    if (!(await isPendingComplete(transaction))) return 'incomplete';
    const records = await dequeuePending(transaction, linkBatchSize);
    if (records.length === 0) return 0;
    const ends = await findChainEnds(transaction, [...new Set(records.map(({ tid }) => chainOf(tid)))]);
    const links = records.map((record): NewLink => {
      const chain = chainOf(record.tid);
      const end = ends.get(chain) ?? { sequence: 0, hash: genesisHash };
      const sequence = end.sequence + 1;
      const hash = hashOf(end.hash, sequence, record);
      ends.set(chain, { sequence, hash });
      return { chain, sequence, record: record.id, hash };
    });
    await insertLinks(transaction, links);
    return links.length;
  });
}

/** Adds the records that a crash of the database removed from `audit_pending`. Any number of nodes may do it at once. */
async function recoverPending(db: DatabaseHandle): Promise<void> {
  let after: number | null = await selectLinkedUntil(db);
  while (after !== null) after = await recoverPage(db, after);
}

/** @returns the last id that was checked; null if nothing is left. */
function recoverPage(db: DatabaseHandle, after: number): Promise<number | null> {
  return inTransaction(db, async (transaction) => {
    await lockLinking(transaction);
    if (await isPendingComplete(transaction)) return null;
    const last = await restorePendingPage(transaction, { after, limit: recoveryPageSize });
    if (last === null) await insertPendingStart(transaction);
    return last;
  });
}

/**
 * Notes how far all records are linked, where the recovery after a crash starts. Each call confirms what the one before saw, so that
 * calls a few minutes apart are enough.
 */
export const noteLinked = advanceLinkedUntil;

/**
 * How far the chains are behind. More than a few seconds means that a transaction runs for long, or that no node
 * links.
 * @returns the number of pending records and the age of the oldest in seconds.
 */
export const measureLinkingLag = countPending;
