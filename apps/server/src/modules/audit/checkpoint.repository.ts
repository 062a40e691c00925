import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export interface ChainLink {
  chain: string;
  sequence: number;
  hash: Buffer;
}

/** The last links of the chains that grew since their last checkpoint; of one chain if `only` is given. */
export async function findUnsignedEnds(handle: DatabaseHandle, only?: string): Promise<ChainLink[]> {
  // A recursive index scan (loose index scan) finds the chains without reading all links.
  const { rows } = await sql<ChainLink>`
    with recursive chains as (
      (select chain from audit_links
        where ${only ?? null}::text is null or chain = ${only ?? null} order by chain limit 1)
      union all
      select (select next.chain from audit_links as next
        where next.chain > chains.chain and ${only ?? null}::text is null order by next.chain limit 1)
      from chains where chains.chain is not null
    )
    select chains.chain, ends.sequence, ends.hash
    from chains
    cross join lateral (
      select sequence, hash from audit_links
      where audit_links.chain = chains.chain order by sequence desc limit 1
    ) as ends
    left join lateral (
      select sequence from audit_checkpoints
      where audit_checkpoints.chain = chains.chain order by sequence desc limit 1
    ) as signed on true
    where ends.sequence > coalesce(signed.sequence, 0)
  `.execute(handle);
  return rows;
}

export interface CheckpointRow extends ChainLink {
  at: Date;
  statement: string;
}

/** @returns whether it was inserted. */
export async function insertCheckpoint(
  transaction: DatabaseTransaction,
  row: CheckpointRow,
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('audit_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chain', 'sequence']).doNothing())
    .returning('sequence')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The link that the last checkpoint of a chain signs; undefined if there is none. */
export async function findSignedEnd(handle: DatabaseHandle, chain: string): Promise<ChainLink | undefined> {
  const { rows } = await sql<ChainLink>`
    select links.chain, links.sequence, links.hash
    from (
      select sequence from audit_checkpoints where chain = ${chain} order by sequence desc limit 1
    ) as signed
    join audit_links as links on links.chain = ${chain} and links.sequence = signed.sequence
  `.execute(handle);
  return rows[0];
}

export async function findCheckpoint(
  handle: DatabaseHandle,
  { chain, sequence }: { chain: string; sequence: number },
): Promise<CheckpointRow | undefined> {
  return handle
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('chain', '=', chain)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
}

/** The checkpoints of a chain after a sequence number, oldest first. */
export async function selectCheckpoints(
  handle: DatabaseHandle,
  { chain, after, limit }: { chain: string; after: number; limit: number },
): Promise<CheckpointRow[]> {
  return handle
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('chain', '=', chain)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}
