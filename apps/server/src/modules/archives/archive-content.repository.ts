import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

/** Ended applications of a tenant that were last changed before a time, oldest first. */
export async function selectEndedFlows(
  handle: DatabaseHandle,
  { tid, before, limit }: { tid: string; before: Date; limit: number },
): Promise<{ flowID: string; endedAt: Date }[]> {
  const { rows } = await sql<{ flowID: string; endedAt: Date }>`
    select flow_id as "flowID", updated_at as "endedAt" from flows
    where tid = ${tid} and updated_at < ${before} and state <> 'new'
      and state in ('finished', 'rejected', 'canceled', 'terminated', 'not_processed')
    order by updated_at, flow_id limit ${limit}
  `.execute(handle);
  return rows;
}

/** Locks applications, so that no row that refers to them is added. @returns the number of locked ones. */
export async function lockFlows(
  transaction: DatabaseTransaction,
  { tid, ids }: { tid: string; ids: readonly string[] },
): Promise<number> {
  const { rows } = await sql`
    select flow_id from flows where tid = ${tid} and flow_id = any(${ids}::text[])
    order by flow_id for update skip locked
  `.execute(transaction);
  return rows.length;
}

/**
 * The applications as JSON with all rows that record what happened, in the given order. Keys, object keys and pending recipients of mails
 * are left out.
 */
export async function selectApplications(
  transaction: DatabaseTransaction,
  { tid, ids }: { tid: string; ids: readonly string[] },
): Promise<{ application: Record<string, unknown>; addresses: string[] | null }[]> {
  // Times in JSON have the offset of the session.
  await sql`set local time zone 'UTC'`.execute(transaction);
  const rowsOf = (table: string, order: string, omitted: readonly string[] = []) => sql`
    (select coalesce(jsonb_agg(to_jsonb(part) - ${[...omitted, 'tid', 'flow_id']}::text[] order by ${sql.raw(order)}), '[]')
      from ${sql.table(table)} as part where part.flow_id = flows.flow_id)`;
  const { rows } = await sql<{ application: Record<string, unknown>; addresses: string[] | null }>`
    select jsonb_build_object(
      'flow', to_jsonb(flows) - 'deadline',
      'tasks', ${rowsOf('flow_tasks', 'part.position')},
      'decisions', ${rowsOf('flow_decisions', 'part.decided_at, part.task_id')},
      'acts', ${rowsOf('flow_acts', 'part.done_at, part.act_id')},
      'comments', ${rowsOf('flow_comments', 'part.created_at, part.comment_id')},
      'files', ${rowsOf('flow_files', 'part.position')},
      'versions', ${rowsOf('flow_versions', 'part.version')},
      'results', ${rowsOf('flow_results', 'part.position', ['object_key'])},
      'mails', ${rowsOf('flow_mails', 'part.message_id', ['pending'])},
      'downloads', ${rowsOf('prepared_downloads', 'part.created_at, part.download_id', ['object_key', 'wrapped_key', 'wrapped_passphrase'])},
      'commentFiles', (
        select coalesce(jsonb_agg(jsonb_build_object('comment_id', part.comment_id, 'uri', part.uri, 'name', files.name,
          'size', files.size, 'mime_type', files.mime_type, 'sha256', files.sha256)
          order by part.comment_id, part.position), '[]')
        from flow_comment_files as part join files on files.uri = part.uri where part.flow_id = flows.flow_id)
    ) as application,
    (select array_remove(array[accounts.email, accounts.mobile_no, replace(accounts.mobile_no, '+86', '')], null)
      from memberships join accounts on accounts.aid = memberships.aid
      where memberships.tid = flows.tid and memberships.fid = flows.applicant_fid) as addresses
    from unnest(${ids}::text[]) with ordinality as wanted (flow_id, place)
    join flows on flows.flow_id = wanted.flow_id and flows.tid = ${tid}
    order by wanted.place
  `.execute(transaction);
  return rows;
}

/** The pseudonyms of those of the ids that belong to members of a tenant or to accounts. */
export async function selectPseudonymByID(
  handle: DatabaseHandle,
  { tid, ids }: { tid: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; pseudonym: string }>`
    select id, pseudonym from audit_subjects
    where kind = 'account' and tid = '' and id = any(${ids}::text[])
    union all
    select id, pseudonym from audit_subjects
    where kind = 'member' and tid = ${tid} and id = any(${ids}::text[])
  `.execute(handle);
  return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
}
