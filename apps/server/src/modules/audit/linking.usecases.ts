import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { findChainEnds } from './audit.repository.ts';
import { beginning, chainOf, hashOf } from './audit-chain.usecases.ts';
import { countPending, insertLinks, lockLinking, type NewLink, takePending } from './linking.repository.ts';

/** Records that one transaction links at most. */
const batch = 1000;

/**
 * Links what awaits it to the chains, until only records are left whose turn has not come.
 *
 * Any node may at any time: a batch is linked whole or not at all, and by one transaction at a time.
 *
 * @returns how many were linked.
 */
export async function linkPending(db: DatabaseHandle): Promise<number> {
  let linked = 0;
  for (;;) {
    const now = await linkBatch(db);
    linked += now;
    if (now < batch) return linked;
  }
}

function linkBatch(db: DatabaseHandle): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lockLinking(transaction);
    const records = await takePending(transaction, batch);
    if (records.length === 0) return 0;
    const ends = await findChainEnds(transaction, [...new Set(records.map(({ tid }) => chainOf(tid)))]);
    const links = records.map((record): NewLink => {
      const chain = chainOf(record.tid);
      const end = ends.get(chain) ?? { sequence: 0, hash: beginning };
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
 * How far the chains are behind: more than a few seconds means that a transaction runs for long, or that nobody links.
 * @returns the records that await their link, and how long the first of them has, in seconds.
 */
export const linkingDelay = countPending;
