import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { countUpToLimit } from '../../infra/database/bounded-count.util.ts';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';
import { hasPartsOf, hasText } from './member-list.repository.ts';

/** Facts about the accounts that the tenant manages among those of these members. */
export function selectManagedAccounts(
  db: DatabaseHandle,
  { tid, fids }: { tid: string; fids: readonly string[] },
) {
  return db
    .selectFrom('memberships as person')
    .innerJoin('accounts as account', (join) =>
      join.onRef('account.aid', '=', 'person.aid').onRef('account.managed_by', '=', 'person.tid'),
    )
    .leftJoin('member_sign_ins as sign_in', (join) =>
      join.onRef('sign_in.tid', '=', 'person.tid').onRef('sign_in.fid', '=', 'person.fid'),
    )
    .select(['person.fid', 'account.state', 'account.locked_until', 'sign_in.last_at'])
    .select((person) =>
      person
        .selectFrom('devices')
        .whereRef('devices.aid', '=', 'account.aid')
        .where('devices.withdrawn_at', 'is', null)
        .select((device) => device.fn.countAll<number>().as('count'))
        .as('devices'),
    )
    .where('person.tid', '=', tid)
    .where('person.fid', 'in', fids)
    .where('person.state', 'in', ['active', 'suspended'])
    .execute();
}

export interface DeviceFilter {
  readonly tid: string;
  /** Part of the name or id of a member or device. */
  readonly keyword?: string | undefined;
  readonly platform?: Selectable<Database['devices']>['platform'] | undefined;
  readonly state: 'active' | 'withdrawn' | 'all';
  /** The last use from the first time to before the second one. */
  readonly seenFrom?: Date | undefined;
  readonly seenTo?: Date | undefined;
}

/** The order of a list of devices; `-` for descending. */
export type DeviceSort = `${'' | '-'}${'lastSeenAt' | 'createAt'}`;

export interface ManagedDeviceRow {
  readonly device_id: string;
  readonly name: string;
  readonly platform: Selectable<Database['devices']>['platform'];
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly withdrawn_at: Date | null;
  readonly fid: string;
  readonly member: string;
  /** The number of all matches of a keyword; null without one. */
  readonly total: number | null;
}

/** A page of the devices of the accounts that the tenant manages for its active and suspended members. */
export async function selectManagedDevices(
  db: DatabaseHandle,
  filter: DeviceFilter,
  { skip, limit, sort }: { skip: number; limit: number; sort: DeviceSort },
): Promise<ManagedDeviceRow[]> {
  const time = sort.endsWith('lastSeenAt') ? sql`device.last_seen_at` : sql`device.created_at`;
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const order = sql`order by ${time} ${direction}, device.device_id ${direction}, device.aid ${direction}`;
  // A keyword is compared with every device, so the page and the count share one comparison.
  const total = filter.keyword ? sql`count(*) over ()` : sql`null::bigint`;
  const { rows } = await sql<ManagedDeviceRow>`
    select device.device_id, device.name, device.platform, device.created_at, device.last_seen_at,
      device.withdrawn_at, person.fid, person.name as member, device.total
    from (select device.*, ${total} as total ${managedDevices(filter)} ${order} offset ${skip} limit ${limit}) as device
    join lateral (select fid, name from ${activeMembers(filter.tid)} order by fid limit 1) as person on true
    ${order}
  `.execute(db);
  return rows;
}

/** @returns the number of devices up to the limit of counts. */
export async function countManagedDevices(db: DatabaseHandle, filter: DeviceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${countUpToLimit(managedDevices(filter))} as count
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const activeMembers = (tid: string) => sql`memberships member
  where member.tid = ${tid} and member.aid = device.aid and member.state in ('active', 'suspended')`;

function managedDevices(filter: DeviceFilter): RawBuilder<unknown> {
  const { tid, keyword, platform, state, seenFrom, seenTo } = filter;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`device.managed_by = ${tid}`,
    // In this form the planner does not turn it into a join, which would lose the order.
    sql`case when exists (select from ${activeMembers(tid)}) then true end`,
  ];
  if (platform !== undefined) conditions.push(sql`device.platform = ${platform}`);
  if (state === 'active') conditions.push(sql`device.withdrawn_at is null`);
  if (state === 'withdrawn') conditions.push(sql`device.withdrawn_at is not null`);
  if (seenFrom) conditions.push(sql`device.last_seen_at >= ${seenFrom}`);
  if (seenTo) conditions.push(sql`device.last_seen_at < ${seenTo}`);
  if (keyword) {
    const pattern = likePattern(keyword);
    conditions.push(sql`(device.name ilike ${pattern} or device.device_id ilike ${pattern} or exists (
      select from ${activeMembers(tid)} and ${hasText('member', keyword)} and ${hasPartsOf('member', tid, keyword)}))`);
  }
  return sql`from devices device where ${sql.join(conditions, sql` and `)}`;
}
