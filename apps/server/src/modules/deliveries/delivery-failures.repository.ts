import { type Insertable, type Selectable, sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import type { FailedChannel } from '../../infra/database/tables/deployment.table.ts';

export interface FailureFilter {
  /** The failures of one tenant; undefined for all of the deployment. */
  readonly tid: string | undefined;
  readonly channel: FailedChannel | undefined;
  readonly from: Date;
}

type FailureRow = Selectable<Database['delivery_failures']>;

export async function insertFailure(
  db: DatabaseHandle,
  failure: Insertable<Database['delivery_failures']>,
): Promise<void> {
  await db.insertInto('delivery_failures').values(failure).execute();
}

/** A page of failures, the newest first, and their number up to a limit. */
export async function selectFailures(
  db: DatabaseHandle,
  { skip, limit, ...filter }: FailureFilter & { skip: number; limit: number },
): Promise<{ total: number; rows: FailureRow[] }> {
  const matching = matchingFailures(filter);
  const { rows: counted } = await sql<{ total: number }>`select ${countUpToLimit(matching)} as total`.execute(
    db,
  );
  const { rows } = await sql<FailureRow>`
    select failure_id, tid, channel, purpose, code, failed_at ${matching}
    order by failed_at desc, failure_id desc offset ${skip} limit ${limit}`.execute(db);
  return { total: counted[0]?.total ?? 0, rows };
}

/** The number of failures of a tenant, or of the deployment, by channel. */
export async function countByChannel(
  db: DatabaseHandle,
  filter: Omit<FailureFilter, 'channel'>,
): Promise<Record<FailedChannel, number>> {
  const count = (channel: FailedChannel) => countUpToLimit(matchingFailures({ ...filter, channel }));
  const { rows } = await sql<Record<FailedChannel, number>>`
    select ${count('mail')} as mail, ${count('sms')} as sms, ${count('push')} as push`.execute(db);
  return rows[0] ?? { mail: 0, sms: 0, push: 0 };
}

function matchingFailures({ tid, channel, from }: FailureFilter) {
  const conditions = [sql`failed_at >= ${from}`];
  if (tid !== undefined) conditions.push(sql`tid = ${tid}`);
  if (channel !== undefined) conditions.push(sql`channel = ${channel}`);
  return sql`from delivery_failures where ${sql.join(conditions, sql` and `)}`;
}

/** Deletes failures before a time, and of each tenant all but its newest. */
export async function deleteOldFailures(
  db: DatabaseHandle,
  { before, maxPerTenant }: { before: Date; maxPerTenant: number },
): Promise<void> {
  await sql`delete from delivery_failures where failed_at < ${before}`.execute(db);
  await sql`
    delete from delivery_failures where failure_id in (
      select failure_id from (
        select failure_id, row_number() over (partition by tid order by failed_at desc, failure_id desc) as position
        from delivery_failures
      ) as numbered where position > ${maxPerTenant}
    )`.execute(db);
}

/** Failures of the mail server and the SMS gateway since their last success. */
export function selectTransportFailures(
  db: DatabaseHandle,
): Promise<Selectable<Database['transport_failures']>[]> {
  return db.selectFrom('transport_failures').selectAll().execute();
}
