import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { toStoredRecord } from './audit.repository.ts';
import type { AuditRecord } from './audit-record.types.ts';

/** The conditions of a search; undefined ones do not apply. */
export interface AuditFilter {
  act?: string | undefined;
  /** The pseudonyms of the account and of the member in records. */
  aids?: readonly string[] | undefined;
  fids?: readonly string[] | undefined;
  documentID?: string | undefined;
  /** Milliseconds since 1970; `from` is inclusive, `to` is exclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Only records after this sequence number. */
  after?: number | undefined;
  /** Only records before this sequence number. */
  before?: number | undefined;
  /** The values that the id of an object has in records. */
  subjects?: readonly string[] | undefined;
  decision?: 'granted' | 'refused' | undefined;
}

/** The indexes contain the hashes of these values. */
const isOneOf = (column: 'fid' | 'subject', values: readonly string[]) => sql<boolean>`
  hashtextextended(${sql.ref(column)}, 0) = any(array(select hashtextextended(value, 0) from unnest(${values}::text[]) value))
    and ${sql.ref(column)} = any(${values}::text[])`;

const isOfChain = (chain: string) =>
  chain === '' ? sql<boolean>`tid is null` : sql<boolean>`tid = ${chain}`;

function filteredRecords(handle: DatabaseHandle, chain: string, filter: AuditFilter) {
  const { act, aids, fids, documentID, from, to, after, before, subjects, decision } = filter;
  return (
    handle
      .selectFrom('audit_links')
      .innerJoin('audit_records', 'audit_records.id', 'audit_links.record')
      .where('chain', '=', chain)
      .$if(after !== undefined, (query) => query.where('sequence', '>', after ?? 0))
      .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0))
      .$if(subjects !== undefined, (query) =>
        query.where(isOneOf('subject', subjects ?? [])).where(isOfChain(chain)),
      )
      .$if(decision !== undefined, (query) => query.where('decision', '=', decision ?? 'granted'))
      .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
      .$if(aids !== undefined, (query) => query.where('aid', 'in', aids ?? []))
      // The tenant is repeated because it is the first column of the indexes by person, object and document.
      .$if(fids !== undefined, (query) => query.where(isOneOf('fid', fids ?? [])).where(isOfChain(chain)))
      .$if(documentID !== undefined, (query) =>
        query.where('document_id', '=', documentID ?? '').where(isOfChain(chain)),
      )
      .$if(from !== undefined, (query) => query.where('audit_records.at', '>=', new Date(from ?? 0)))
      .$if(to !== undefined, (query) => query.where('audit_records.at', '<', new Date(to ?? 0)))
  );
}

export async function countLinkedRecords(
  handle: DatabaseHandle,
  chain: string,
  filter: AuditFilter,
): Promise<number> {
  const { count } = await filteredRecords(handle, chain, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the matching records, in ascending or descending order of the chain. */
export async function selectLinkedRecords(
  handle: DatabaseHandle,
  chain: string,
  { skip, limit, order, ...filter }: AuditFilter & { skip: number; limit: number; order: 'asc' | 'desc' },
): Promise<AuditRecord[]> {
  const rows = await filteredRecords(handle, chain, filter)
    .selectAll('audit_records')
    .select(['audit_links.sequence', 'audit_links.hash'])
    .orderBy('sequence', order)
    .offset(skip)
    .limit(limit)
    .execute();
  return rows.map(({ sequence, hash, ...row }) => Object.assign(toStoredRecord(row), { sequence, hash }));
}

/** The time of the record at this place of a chain; undefined if there is none. */
export async function selectTimeAt(
  handle: DatabaseHandle,
  { chain, sequence }: { chain: string; sequence: number },
): Promise<number | undefined> {
  const row = await handle
    .selectFrom('audit_links')
    .innerJoin('audit_records', 'audit_records.id', 'audit_links.record')
    .select('audit_records.at')
    .where('chain', '=', chain)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.at.getTime();
}

/** The granted sign-ins and rewraps of a tenant by day. Each act has an index of its own, which the counts do not leave. */
export async function selectDailyActs(
  db: DatabaseHandle,
  { tid, from }: { tid: string; from: Date },
): Promise<{ act: 'account.signed_in' | 'rewrap'; day: Date; count: number }[]> {
  const countsOf = (act: 'account.signed_in' | 'rewrap') => sql`
    select ${sql.lit(act)} as act, date_bin('1 day', at, ${from}::timestamptz) as day, count(*) as count from audit_records
    where tid = ${tid} and act = ${sql.lit(act)} and decision = 'granted' and at >= ${from} group by day`;
  const { rows } = await sql<{ act: 'account.signed_in' | 'rewrap'; day: Date; count: number }>`
    ${countsOf('account.signed_in')} union all ${countsOf('rewrap')}
  `.execute(db);
  return rows;
}
