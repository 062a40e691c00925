import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/** Rows of a tenant in one table. */
interface TenantRows {
  readonly table: string;
  readonly where: (tid: string) => RawBuilder<unknown>;
  /** The row is cleared, not deleted: its id stays reserved for the audit chain. */
  readonly stays?: true;
  /** The column that names an object of the object store. */
  readonly object?: 'object_key';
  /** Columns that are secrets of the service, or mean nothing outside of it. */
  readonly secret?: readonly string[];
}

const own = (tid: string) => sql`tid = ${tid}`;
const ofFlows = (tid: string) => sql`flow_id in (select flow_id from flows where tid = ${tid})`;
const ofFiles = (tid: string) => sql`uri in (select uri from files where tid = ${tid})`;
const ofChannels = (tid: string) =>
  sql`session_id in (select session_id from message_channels where tid = ${tid})`;
const ofMessages = (tid: string) => sql`message_id in (
  select message_id from messages join message_channels using (session_id) where tid = ${tid})`;

/** Everything that is a tenant's, what refers to other rows before them: the order of deletion. */
const tenantRows: readonly TenantRows[] = [
  { table: 'push_deliveries', where: ofMessages },
  { table: 'message_fanout', where: ofMessages },
  { table: 'message_reads', where: ofChannels },
  { table: 'messages', where: ofChannels },
  { table: 'message_channels', where: own },
  { table: 'message_posts', where: own },
  {
    table: 'prepared_downloads',
    where: own,
    object: 'object_key',
    secret: ['wrapped_key', 'wrapped_passphrase'],
  },
  { table: 'trusted_mailboxes', where: own },
  { table: 'flow_mails', where: own },
  { table: 'flow_results', where: ofFlows, object: 'object_key' },
  { table: 'flow_acts', where: own },
  { table: 'flow_decisions', where: own },
  { table: 'flow_tasks', where: own },
  { table: 'flow_files', where: ofFlows },
  { table: 'file_access', where: ofFiles },
  { table: 'flows', where: own },
  { table: 'flow_types', where: own },
  { table: 'files', where: own, object: 'object_key' },
  { table: 'upload_usage', where: own },
  { table: 'document_grants', where: own },
  { table: 'documents', where: own },
  { table: 'clearances', where: own },
  { table: 'classifications', where: own },
  { table: 'licence_keys', where: own, secret: ['wrapped_private_key'] },
  { table: 'membership_roles', where: own },
  { table: 'invitations', where: own },
  { table: 'memberships', where: own },
  { table: 'roles', where: own },
  { table: 'organisations', where: own },
  { table: 'releases', where: own },
  { table: 'tenants', where: own, stays: true },
];

export type TenantLine =
  | { readonly type: 'row'; readonly table: string; readonly row: unknown }
  | { readonly type: 'object'; readonly key: string; readonly offset: number; readonly base64: string }
  | { readonly type: 'missing'; readonly key: string }
  | { readonly type: 'end'; readonly rows: number; readonly objects: number };

/** Rows that are in memory at once. */
const page = 500;

/** All rows of a tenant, page by page in ctid order. A row that is updated meanwhile can be missing or appear twice. */
export async function* readTenantRows(
  handle: DatabaseHandle,
  tid: string,
): AsyncGenerator<{ table: string; row: Record<string, unknown>; object: string | null }> {
  for (const { table, where, object, secret = [] } of tenantRows.toReversed()) {
    let after = '(0,0)';
    for (;;) {
      const { rows } = await sql<{ place: string; row: Record<string, unknown> }>`
        select ctid::text as place, to_jsonb(one) - ${[...secret]}::text[] as row from ${sql.table(table)} as one
        where ${where(tid)} and ctid > ${after}::tid order by ctid limit ${page}
      `.execute(handle);
      for (const { row } of rows) {
        const key = object === undefined ? null : row[object];
        yield { table, row, object: typeof key === 'string' ? key : null };
      }
      const last = rows.at(-1);
      if (!last || rows.length < page) break;
      after = last.place;
    }
  }
}

/** Deletes every row of a tenant. @returns the keys of objects that nothing names any more. */
export async function deleteTenantRows(
  transaction: DatabaseTransaction,
  { tid, at }: { tid: string; at: Date },
): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, where, object, stays } of tenantRows) {
    if (stays) continue;
    if (object !== undefined) {
      const { rows } = await sql<{ key: string }>`
        insert into loose_objects (key)
        select ${sql.ref(object)} from ${sql.table(table)} where ${where(tid)} and ${sql.ref(object)} is not null
        on conflict do nothing returning key
      `.execute(transaction);
      keys.push(...rows.map(({ key }) => key));
    }
    await sql`delete from ${sql.table(table)} where ${where(tid)}`.execute(transaction);
  }
  await sql`
    update tenants set name = 'deleted', logo = null, service_api = null, namespace = null, deleted_at = ${at}
    where tid = ${tid}
  `.execute(transaction);
  await sql`update accounts set managed_by = null where managed_by = ${tid}`.execute(transaction);
  await sql`delete from audit_subjects where kind = 'member' and tid = ${tid}`.execute(transaction);
  await sql`delete from pgboss.job where data ->> 'tid' = ${tid}`.execute(transaction);
  await sql`update sessions set tids = array_remove(tids, ${tid}) where ${tid} = any(tids)`.execute(
    transaction,
  );
  return keys;
}
