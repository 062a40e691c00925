import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Database, type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import type { AuditEntry, AuditedAct, StoredRecord } from './audit-record.types.ts';
import type { LinkedRecord } from './chain-check.usecases.ts';

const columns = sql.join(
  [
    'tid',
    'at',
    'act',
    'decision',
    'reason',
    'aid',
    'fid',
    'device_id',
    'operator_id',
    'document_id',
    'kid',
    'subject',
    'sha256',
    'count',
  ].map((column) => sql.ref(column)),
);

/** PostgreSQL holds a parameter of a statement in memory, more than once. */
const maxRowsPerStatement = 1000;

/**
 * Inserts records; a database trigger queues them for linking. The rows are one JSON parameter, so that any number of them is the same
 * prepared statement.
 */
export async function insertRecords(handle: DatabaseHandle, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > maxRowsPerStatement) return insertInBatches(handle, entries);
  if (entries.length === 0) return;
  await sql`
    insert into audit_records (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(entries.map(toRow))}::json) as added (tid text, at timestamptz,
      act text, decision text, reason text, aid text, fid text, device_id text, operator_id text, document_id text, kid text,
      subject text, sha256 text, count bigint)
  `.execute(handle);
}

function insertInBatches(handle: DatabaseHandle, entries: readonly AuditEntry[]): Promise<void> {
  return inTransaction(handle, async (transaction) => {
    for (let from = 0; from < entries.length; from += maxRowsPerStatement) {
      await insertRecords(transaction, entries.slice(from, from + maxRowsPerStatement));
    }
  });
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

/** The account of an operator that is a person; null for a credential. */
export async function findOperatorAccount(
  handle: DatabaseHandle,
  operatorID: string,
): Promise<string | null> {
  const row = await handle
    .selectFrom('operator_accounts')
    .select('aid')
    .where('operator_id', '=', operatorID)
    .executeTakeFirst();
  return row?.aid ?? null;
}

export type RecordRow = Selectable<Database['audit_records']>;

export function toStoredRecord(row: Omit<RecordRow, 'id'>): StoredRecord {
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

/** The last link of each of these chains; chains without links are not included. */
export async function findChainEnds(
  handle: DatabaseHandle,
  chains: readonly string[],
): Promise<Map<string, ChainEnd>> {
  // One index lookup per chain, independent of its length.
  const { rows } = await sql<ChainEnd & { chain: string }>`
    select requested.chain, ends.sequence, ends.hash
    from unnest(${chains}::text[]) as requested (chain)
    cross join lateral (
      select sequence, hash from audit_links
      where audit_links.chain = requested.chain order by sequence desc limit 1
    ) as ends
  `.execute(handle);
  return new Map(rows.map(({ chain, sequence, hash }) => [chain, { sequence, hash }]));
}

/** The links of a chain in the given range, oldest first. */
export async function selectLinks(
  handle: DatabaseHandle,
  { chain, from, to, limit }: { chain: string; from: number; to: number; limit: number },
): Promise<LinkedRecord[]> {
  const rows = await handle
    .selectFrom('audit_links')
    .leftJoin('audit_records', 'audit_records.id', 'audit_links.record')
    .selectAll('audit_records')
    .select(['audit_links.sequence', 'audit_links.hash'])
    .where('chain', '=', chain)
    .where('sequence', '>=', from)
    .where('sequence', '<=', to)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, hash, ...row }) => ({
    sequence,
    hash,
    record: row.id === null ? null : toStoredRecord(row as RecordRow),
  }));
}

/** Records scanned by one statement, which bounds its run time. */
const scanBatchSize = 20_000;

/**
 * A record of a chain that is neither linked nor pending; `next` is the sequence number of the first record written
 * after it.
 */
export async function findUnlinkedRecord(
  handle: DatabaseHandle,
  chain: string,
): Promise<{ next: number | null } | null> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null; stray: number | null }>`
      with page as materialized (
        select id, tid from audit_records where id > ${after} order by id limit ${scanBatchSize}
      )
      select (select max(id) from page) as last, (
        select min(id) from page
        where coalesce(tid, '') = ${chain}
          and not exists (select from audit_links where record = id)
          and not exists (select from audit_pending where record = id)
      ) as stray
    `.execute(handle);
    const { last = null, stray = null } = rows[0] ?? {};
    if (stray !== null) return { next: await sequenceAfter(handle, chain, stray) };
    if (last === null) return null;
    after = last;
  }
}

async function sequenceAfter(handle: DatabaseHandle, chain: string, record: number): Promise<number | null> {
  const { next } = await handle
    .selectFrom('audit_links')
    .select((select) => select.fn.min('sequence').as('next'))
    .where('chain', '=', chain)
    .where('record', '>', record)
    .executeTakeFirstOrThrow();
  return next;
}

/**
 * Records imported from the previous release in the order of its chain, with their sequence numbers in the current
 * chain.
 */
export async function selectFormerRecords(
  handle: DatabaseHandle,
  { tid, from, limit }: { tid: string; from: number; limit: number },
): Promise<{ at: number; record: StoredRecord }[]> {
  const rows = await handle
    .selectFrom('audit_records')
    .innerJoin('audit_links', 'audit_links.record', 'audit_records.id')
    .selectAll('audit_records')
    .select('audit_links.sequence as place')
    .where('tid', '=', tid)
    .where('former_sequence', '>=', from)
    .orderBy('former_sequence')
    .limit(limit)
    .execute();
  return rows.map(({ place, ...row }) => ({ at: place, record: toStoredRecord(row) }));
}
