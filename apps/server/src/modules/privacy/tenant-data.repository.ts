import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { type KeyColumns, readPages } from './row-pages.repository.ts';

/** The rows of a tenant in one table. */
interface TenantRows {
  readonly table: string;
  readonly where: (tid: string) => RawBuilder<unknown>;
  /** The rows are not deleted, because the ids of the tenant and of its deleted members stay reserved. */
  readonly isRetained?: true;
  /** The column with the key of an object in the object store. */
  readonly object?: 'object_key';
  /** Columns that are omitted from exports, because they are secrets of the service or meaningless outside of it. */
  readonly secretColumns?: readonly string[];
}

const ofTenant = (tid: string) => sql`tid = ${tid}`;
const ofFlows = (tid: string) => sql`flow_id in (select flow_id from flows where tid = ${tid})`;
const ofFiles = (tid: string) => sql`uri in (select uri from files where tid = ${tid})`;
const ofChannels = (tid: string) =>
  sql`session_id in (select session_id from message_channels where tid = ${tid})`;
const ofMessages = (tid: string) => sql`message_id in (
  select coalesce(message_id, session_id || '.' || sequence) from messages
  join message_channels using (session_id) where tid = ${tid})`;

/** All tables with rows of a tenant, in the order of deletion: referring tables before referenced ones. */
const tenantRows: readonly TenantRows[] = [
  { table: 'push_deliveries', where: ofMessages },
  { table: 'message_fanout', where: ofMessages },
  { table: 'message_reads', where: ofChannels },
  { table: 'messages', where: ofChannels },
  { table: 'message_channels', where: ofTenant },
  { table: 'message_posts', where: ofTenant },
  {
    table: 'prepared_downloads',
    where: ofTenant,
    object: 'object_key',
    secretColumns: ['wrapped_key', 'wrapped_passphrase'],
  },
  { table: 'delivery_failures', where: ofTenant },
  { table: 'trusted_mailboxes', where: ofTenant },
  { table: 'flow_mails', where: ofTenant },
  { table: 'flow_results', where: ofFlows, object: 'object_key' },
  { table: 'flow_comment_files', where: ofTenant },
  { table: 'flow_comments', where: ofTenant },
  { table: 'flow_follows', where: ofTenant },
  { table: 'flow_versions', where: ofTenant },
  { table: 'absences', where: ofTenant },
  { table: 'flow_acts', where: ofTenant },
  { table: 'flow_decisions', where: ofTenant },
  { table: 'flow_tasks', where: ofTenant },
  { table: 'flow_files', where: ofFlows },
  { table: 'file_access', where: ofFiles },
  { table: 'flows', where: ofTenant },
  { table: 'application_archives', where: ofTenant, object: 'object_key' },
  { table: 'flow_type_drafts', where: ofTenant },
  { table: 'flow_type_versions', where: ofTenant },
  { table: 'flow_types', where: ofTenant },
  { table: 'files', where: ofTenant, object: 'object_key' },
  // The file of a rendition is deleted with the other files, whose objects are known then.
  { table: 'renditions', where: ofTenant },
  { table: 'upload_usage', where: ofTenant },
  { table: 'document_grants', where: ofTenant },
  { table: 'documents', where: ofTenant },
  { table: 'clearances', where: ofTenant },
  { table: 'classifications', where: ofTenant },
  { table: 'licence_keys', where: ofTenant, secretColumns: ['wrapped_private_key'] },
  { table: 'member_import_rows', where: ofTenant },
  { table: 'member_imports', where: ofTenant },
  { table: 'membership_roles', where: ofTenant },
  { table: 'invitations', where: ofTenant },
  { table: 'member_sign_ins', where: ofTenant },
  { table: 'memberships', where: ofTenant },
  { table: 'retired_members', where: ofTenant, isRetained: true },
  { table: 'roles', where: ofTenant },
  { table: 'organisations', where: ofTenant },
  { table: 'releases', where: ofTenant },
  { table: 'tenants', where: ofTenant, isRetained: true },
];

export type TenantLine =
  | { readonly type: 'row'; readonly table: string; readonly row: unknown }
  | { readonly type: 'object'; readonly key: string; readonly offset: number; readonly base64: string }
  | { readonly type: 'missing'; readonly key: string }
  | { readonly type: 'end'; readonly rows: number; readonly objects: number };

/** All rows of a tenant, each table in the order of its primary key. */
export async function* readTenantRows(
  handle: DatabaseHandle,
  tid: string,
): AsyncGenerator<{ table: string; row: Record<string, unknown>; object: string | null }> {
  for (const { table, where, object, secretColumns = [] } of tenantRows.toReversed()) {
    const from = sql`select * from ${sql.table(table)} where ${where(tid)}`;
    const select = sql`to_jsonb(part) - ${[...secretColumns]}::text[] as row`;
    const key = await selectPrimaryKey(handle, table);
    for await (const page of readPages(handle, { from, select, key })) {
      for (const { row } of page as { row: Record<string, unknown> }[]) {
        const name = object === undefined ? null : row[object];
        yield { table, row, object: typeof name === 'string' ? name : null };
      }
    }
  }
}

/** @throws Error where the table has no primary key. */
async function selectPrimaryKey(handle: DatabaseHandle, table: string): Promise<KeyColumns> {
  const { rows } = await sql<{ column: string; type: string }>`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey) with ordinality as part (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by part.place
  `.execute(handle);
  if (rows.length === 0) throw new Error(`${table} has no primary key`);
  return Object.fromEntries(rows.map(({ column, type }) => [column, type]));
}

/** Deletes the rows of a tenant. @returns the keys of objects without any reference. */
export async function deleteTenantRows(
  transaction: DatabaseTransaction,
  { tid, at }: { tid: string; at: Date },
): Promise<string[]> {
  const keys: string[] = [];
  // Posting changes the session first. Without the lock it could add a message after the others are deleted.
  await sql`select from message_channels where tid = ${tid} for update`.execute(transaction);
  for (const { table, where, object, isRetained } of tenantRows) {
    if (isRetained) continue;
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
    update tenants set name = '已删除企业 Deleted organisation', logo = null, service_api = null, namespace = null, deleted_at = ${at}
    where tid = ${tid}
  `.execute(transaction);
  await sql`update accounts set managed_by = null where managed_by = ${tid}`.execute(transaction);
  await sql`delete from audit_subjects where kind = 'member' and tid = ${tid}`.execute(transaction);
  for (const table of ['pgboss.job', 'batched_jobs'])
    await sql`delete from ${sql.table(table)} where data ->> 'tid' = ${tid}`.execute(transaction);
  await sql`update sessions set tids = array_remove(tids, ${tid}) where ${tid} = any(tids)`.execute(
    transaction,
  );
  return keys;
}
