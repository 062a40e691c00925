import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds, readLinks } from './audit.repository.ts';
import { beginning, chainOf, hashOf } from './audit-chain.usecases.ts';
import { linkPending } from './linking.usecases.ts';

/** Records that are in memory at once while a chain is recomputed. */
const batch = 1000;

/**
 * Recomputes a tenant's chain, up to where it ended when asked.
 * @returns the first record that does not follow from the one before, for something was changed or taken away there;
 *   null where all do.
 */
export async function findBreak(db: DatabaseHandle, tid: string | null): Promise<number | null> {
  await linkPending(db);
  const chain = chainOf(tid);
  const last = (await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0;
  let previous: Buffer = beginning;
  let expected = 1;
  while (expected <= last) {
    const links = await readLinks(db, { chain, from: expected, limit: batch });
    for (const { sequence, hash, record } of links) {
      if (!record || sequence !== expected) return expected;
      if (!hashOf(previous, expected, record).equals(hash)) return expected;
      previous = hash;
      expected += 1;
    }
    if (links.length === 0) return expected;
  }
  return null;
}
