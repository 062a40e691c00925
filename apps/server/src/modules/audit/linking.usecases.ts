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

/** Maximum number of records linked by one transaction. */
const linkBatchSize = 1000;

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
    linked += batchCount;
    if (batchCount < linkBatchSize) return linked;
  }
}

function linkBatch(db: DatabaseHandle): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockLinking(transaction);
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

/**
 * How far the chains are behind. More than a few seconds means that a transaction runs for long, or that no node
 * links.
 * @returns the number of pending records and the age of the oldest in seconds.
 */
export const measureLinkingLag = countPending;
