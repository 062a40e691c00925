import type { DatabaseHandle } from '../../infra/database/index.ts';

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
