import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import type { AuditEntry, AuditedAct, AuditRecord, KeptRecord } from './audit-record.port.ts';

/** Adds records; a trigger of the database has them await their links. */
export async function insertRecords(handle: DatabaseHandle, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await handle.insertInto('audit_records').values(entries.map(toRow)).execute();
}

function toRow(entry: AuditEntry): Insertable<Database['audit_records']> {
  return {
    tid: entry.tid,
    at: entry.at,
    act: entry.act,
    decision: entry.decision,
    reason: entry.reason,
    aid: entry.aid,
    fid: entry.fid,
    device_id: entry.deviceID,
    operator_id: entry.operatorID,
    document_id: entry.documentID,
    kid: entry.kid,
    subject: entry.subject ?? null,
    sha256: entry.sha256 ?? null,
    count: entry.count ?? 1,
  };
}

export type RecordRow = Selectable<Database['audit_records']>;

export function fromRow(row: Omit<RecordRow, 'id'>): KeptRecord {
  return {
    tid: row.tid,
    at: row.at,
    act: row.act as AuditedAct,
    decision: row.decision,
    reason: row.reason,
    aid: row.aid,
    fid: row.fid,
    deviceID: row.device_id,
    operatorID: row.operator_id,
    documentID: row.document_id,
    kid: row.kid,
    subject: row.subject,
    sha256: row.sha256,
    count: row.count,
    former:
      row.former_sequence === null || row.former_hash === null
        ? null
        : { sequence: row.former_sequence, hash: row.former_hash },
  };
}

export interface ChainEnd {
  sequence: number;
  hash: Buffer;
}

/** Where each of these chains ends; one that has not begun is left out. */
export async function findChainEnds(
  handle: DatabaseHandle,
  chains: readonly string[],
): Promise<Map<string, ChainEnd>> {
  // One step down the index for each chain, however long it is.
  const { rows } = await sql<ChainEnd & { chain: string }>`
    select asked.chain, ends.sequence, ends.hash
    from unnest(${chains}::text[]) as asked (chain)
    cross join lateral (
      select sequence, hash from audit_links
      where audit_links.chain = asked.chain order by sequence desc limit 1
    ) as ends
  `.execute(handle);
  return new Map(rows.map(({ chain, sequence, hash }) => [chain, { sequence, hash }]));
}

/** A link with its record; null where the record is gone. */
export interface Linked extends ChainEnd {
  record: KeptRecord | null;
}

/** The links of a chain from one on, oldest first. */
export async function readLinks(
  handle: DatabaseHandle,
  { chain, from, limit }: { chain: string; from: number; limit: number },
): Promise<Linked[]> {
  const rows = await handle
    .selectFrom('audit_links')
    .leftJoin('audit_records', 'audit_records.id', 'audit_links.record')
    .selectAll('audit_records')
    .select(['audit_links.sequence', 'audit_links.hash'])
    .where('chain', '=', chain)
    .where('sequence', '>=', from)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, hash, ...row }) => ({
    sequence,
    hash,
    record: row.id === null ? null : fromRow(row as RecordRow),
  }));
}

/** Some records of a chain, the newest first. */
export async function pageLinked(
  handle: DatabaseHandle,
  { chain, skip, limit }: { chain: string; skip: number; limit: number },
): Promise<AuditRecord[]> {
  const rows = await handle
    .selectFrom('audit_links')
    .innerJoin('audit_records', 'audit_records.id', 'audit_links.record')
    .selectAll('audit_records')
    .select(['audit_links.sequence', 'audit_links.hash'])
    .where('chain', '=', chain)
    .orderBy('sequence', 'desc')
    .offset(skip)
    .limit(limit)
    .execute();
  return rows.map(({ sequence, hash, ...row }) => Object.assign(fromRow(row), { sequence, hash }));
}
