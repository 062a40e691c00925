import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds, findUnlinkedRecord, selectFormerRecords, selectLinks } from './audit.repository.ts';
import { chainOf, genesisHash, legacyHashOf } from './audit-chain.usecases.ts';
import { type ChainBreak, ChainCheck, type Checkpoints } from './chain-check.usecases.ts';
import { type CheckpointServices, collectCheckpoints } from './checkpoints.usecases.ts';
import { linkPending } from './linking.usecases.ts';

/** Records in memory at once while a chain is recomputed. */
const verifyBatchSize = 1000;

export interface Verification {
  /** The length of the chain when the verification started. */
  last: number;
  /** The number of checkpoints that the chain was compared with. */
  checkpoints: number;
  /** Null if every record follows from its predecessor. */
  broken: ChainBreak | null;
}

/**
 * Recomputes a tenant's chain up to its end at the start of the verification, and compares it with the signed
 * checkpoints.
 */
export async function verifyChain(services: CheckpointServices, tid: string | null): Promise<Verification> {
  const chain = chainOf(tid);
  // Checkpoints are read before the end: a later checkpoint would look as if records were missing.
  const checkpoints = await collectCheckpoints(services, chain);
  await linkPending(services.db);
  const last = await chainLength(services.db, chain);
  const broken = await findFirstBreak(services.db, { tid, chain, last, checkpoints });
  return { last, checkpoints: checkpoints.size, broken };
}

interface ChainRange {
  tid: string | null;
  chain: string;
  last: number;
  checkpoints: Checkpoints;
}

async function chainLength(db: DatabaseHandle, chain: string): Promise<number> {
  return (await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0;
}

async function findFirstBreak(db: DatabaseHandle, range: ChainRange): Promise<ChainBreak | null> {
  const { chain, last, tid } = range;
  const check = new ChainCheck(range.checkpoints);
  while (check.last.sequence < last) {
    const from = check.last.sequence + 1;
    const broken = check.add(await selectLinks(db, { chain, from, to: last, limit: verifyBatchSize }));
    if (broken) return broken;
    if (check.last.sequence < from) return { at: from, why: 'missing' };
  }
  return (
    check.end() ?? (await findUnlinkedBreak(db, chain, last)) ?? (tid ? await findFormerBreak(db, tid) : null)
  );
}

/** A record that is neither linked nor pending was removed from a chain. */
async function findUnlinkedBreak(
  db: DatabaseHandle,
  chain: string,
  last: number,
): Promise<ChainBreak | null> {
  const unlinked = await findUnlinkedRecord(db, chain);
  return unlinked && { at: unlinked.next ?? last + 1, why: 'missing' };
}

/** Recomputes the chain of the previous release over its imported records. */
async function findFormerBreak(db: DatabaseHandle, tid: string): Promise<ChainBreak | null> {
  let previous: Buffer = genesisHash;
  let expected = 1;
  for (;;) {
    const rows = await selectFormerRecords(db, { tid, from: expected, limit: verifyBatchSize });
    for (const { at, record } of rows) {
      const { former } = record;
      if (former?.sequence !== expected) return { at, why: 'missing' };
      if (!legacyHashOf(previous, expected, record).equals(former.hash)) return { at, why: 'changed' };
      previous = former.hash;
      expected += 1;
    }
    if (rows.length < verifyBatchSize) return null;
  }
}
