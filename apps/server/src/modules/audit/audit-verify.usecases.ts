import type { DatabaseHandle } from '../../infra/database/index.ts';
import { findChainEnds, findStray, readFormer, readLinks } from './audit.repository.ts';
import { beginning, chainOf, formerHashOf } from './audit-chain.usecases.ts';
import { type ChainBreak, ChainCheck, type Checkpoints } from './chain-check.usecases.ts';
import { type CheckpointParts, knownCheckpoints } from './checkpoints.usecases.ts';
import { linkPending } from './linking.usecases.ts';

/** Records in memory at once while a chain is recomputed. */
const batch = 1000;

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
export async function verifyChain(parts: CheckpointParts, tid: string | null): Promise<Verification> {
  const chain = chainOf(tid);
  // Checkpoints are read before the end: a later checkpoint would look as if records were missing.
  const checkpoints = await knownCheckpoints(parts, chain);
  await linkPending(parts.db);
  const last = await lengthOf(parts.db, chain);
  const broken = await findFirst(parts.db, { tid, chain, last, checkpoints });
  return { last, checkpoints: checkpoints.size, broken };
}

interface Asked {
  tid: string | null;
  chain: string;
  last: number;
  checkpoints: Checkpoints;
}

async function lengthOf(db: DatabaseHandle, chain: string): Promise<number> {
  return (await findChainEnds(db, [chain])).get(chain)?.sequence ?? 0;
}

async function findFirst(db: DatabaseHandle, asked: Asked): Promise<ChainBreak | null> {
  const { chain, last, tid } = asked;
  const check = new ChainCheck(asked.checkpoints);
  while (check.last.sequence < last) {
    const from = check.last.sequence + 1;
    const broken = check.add(await readLinks(db, { chain, from, to: last, limit: batch }));
    if (broken) return broken;
    if (check.last.sequence < from) return { at: from, why: 'missing' };
  }
  return (
    check.end() ?? (await findUnlinked(db, chain, last)) ?? (tid ? await findFormerBreak(db, tid) : null)
  );
}

/** A record that is neither linked nor pending was removed from a chain. */
async function findUnlinked(db: DatabaseHandle, chain: string, last: number): Promise<ChainBreak | null> {
  const stray = await findStray(db, chain);
  return stray && { at: stray.next ?? last + 1, why: 'missing' };
}

/** Recomputes the chain of the previous release over its imported records. */
async function findFormerBreak(db: DatabaseHandle, tid: string): Promise<ChainBreak | null> {
  let previous: Buffer = beginning;
  let expected = 1;
  for (;;) {
    const rows = await readFormer(db, { tid, from: expected, limit: batch });
    for (const { at, record } of rows) {
      const { former } = record;
      if (former?.sequence !== expected) return { at, why: 'missing' };
      if (!formerHashOf(previous, expected, record).equals(former.hash)) return { at, why: 'changed' };
      previous = former.hash;
      expected += 1;
    }
    if (rows.length < batch) return null;
  }
}
