import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCheckpoints } from '../../../testing/chain.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { privacyModule } from '../../app/areas/accounts.compose.ts';
import { demoPassword } from '../../app/demo/demo-people.table.ts';
import { seedDemo } from '../../app/demo/seed-demo.usecases.ts';
import { deleteTenant } from './tenant-data.usecases.ts';

const day = 86_400_000;
const ended = ['finished', 'rejected', 'canceled', 'terminated', 'not_processed'];
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ MESSAGE_DAYS: '90', FLOW_DAYS: '365', CLOSED_ACCOUNT_DAYS: '30' });
  await seedDemo(service);
});
afterAll(() => service.close());

const forget = () => privacyModule.deleteExpired?.(service, service.time.now);
async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(service.db);
  return rows[0]?.count ?? 0;
}
const unread = async () => {
  const { token } = await service.signIn('zhangwei', demoPassword);
  return (await service.ask(token, 'GET /api/v1/user-msg-sessions')).json().unread as number;
};

test('recent messages and applications are kept', async () => {
  const before = [await count('messages'), await count('flows')];
  await forget();
  expect([await count('messages'), await count('flows')]).toEqual(before);
  expect(before.every((one) => one > 0)).toBe(true);
});

/** Gives a tenant times of its own, for one action. */
async function whileKept(tid: string, days: object, action: () => Promise<void>): Promise<void> {
  await service.db.updateTable('tenants').set(days).where('tid', '=', tid).execute();
  await action();
  await service.db
    .updateTable('tenants')
    .set({ message_days: null, application_days: null })
    .where('tid', '=', tid)
    .execute();
}
const ofTenant = (tid: string) =>
  `session_id in (select session_id from message_channels where tid = '${tid}')`;

test('a tenant deletes its messages earlier than the deployment, and those of others stay', async () => {
  const fortyDaysAgo = new Date(service.time.now - 40 * day);
  await sql`update messages set created_at = ${fortyDaysAgo}`.execute(service.db);
  const newest = await sql<{ message_id: string }>`
    update messages set created_at = ${new Date(service.time.now - 20 * day)} where (session_id, sequence) in (
      select session_id, sequence from messages join message_channels using (session_id)
      where tid = 'huachen' order by sequence desc limit 1)
    returning coalesce(message_id, session_id || '.' || sequence) as message_id`.execute(service.db);
  const others = await count('messages', `not ${ofTenant('huachen')}`);
  expect([(await count('messages', ofTenant('huachen'))) > 1, others > 0]).toEqual([true, true]);
  await whileKept('huachen', { message_days: 30 }, async () => {
    await forget();
    expect(await count('messages', ofTenant('huachen'))).toBe(1);
  });
  expect(
    await count(
      'messages',
      `coalesce(message_id, session_id || '.' || sequence) = '${newest.rows[0]?.message_id}'`,
    ),
  ).toBe(1);
  expect(await count('messages', `not ${ofTenant('huachen')}`)).toBe(others);
});

test('a tenant deletes its ended applications earlier than the deployment, and open ones stay', async () => {
  const all = await count('flows');
  await sql`update flows set updated_at = ${new Date(service.time.now - 300 * day)}`.execute(service.db);
  const list = ended.map((state) => `'${state}'`).join();
  const open = await count('flows', `tid = 'huachen' and state not in (${list})`);
  const others = await count('flows', `tid <> 'huachen'`);
  expect(await count('flows', `tid = 'huachen'`)).toBeGreaterThan(open);
  expect([open > 0, others > 0]).toEqual([true, true]);
  await whileKept('huachen', { application_days: 301 }, async () => {
    await forget();
    expect(await count('flows')).toBe(all);
  });
  await whileKept('huachen', { application_days: 299 }, async () => {
    await forget();
    expect(await count('flows', `tid = 'huachen'`)).toBe(open);
  });
  expect(await count('flows', `tid <> 'huachen'`)).toBe(others);
});

/** Makes all messages as old as this. Every other one has an id of an earlier release. */
async function setAge(days: number): Promise<void> {
  const at = new Date(service.time.now - days * day);
  await sql`delete from message_fanout`.execute(service.db);
  await sql`
    update messages set created_at = ${at}, message_id = case when sequence % 2 = 0 then gen_random_uuid()::text end
  `.execute(service.db);
}

test('messages that are not yet expired are kept', async () => {
  await setAge(89);
  const before = await count('messages');
  const counts = await Promise.all([
    count('messages', 'message_id is null'),
    count('messages', 'message_id is not null'),
  ]);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  await forget();
  expect(await count('messages')).toBe(before);
});

test('expired messages are deleted and no longer count as unread', async () => {
  await setAge(91);
  expect(await unread()).toBeGreaterThan(0);
  // A member who has not accepted the invitation cannot read messages.
  await sql`insert into memberships (tid, fid, name, state) values ('huachen', 'f-invited', '新', 'invited')`.execute(
    service.db,
  );
  await forget();
  expect(await count('messages')).toBe(0);
  expect(await unread()).toBe(0);
});

test('expired applications that ended are deleted with all dependent data, and open ones are kept', async () => {
  await sql`update flows set updated_at = ${new Date(service.time.now - 366 * day)}`.execute(service.db);
  const list = ended.map((state) => `'${state}'`).join();
  const open = await count('flows', `state not in (${list})`);
  expect(await count('flows', `state in (${list})`)).toBeGreaterThan(0);
  await forget();
  expect(await count('flows')).toBe(open);
  for (const table of ['flow_tasks', 'flow_decisions', 'flow_acts', 'flow_files'])
    expect(await count(table, 'flow_id not in (select flow_id from flows)')).toBe(0);
});

test('a closed account is deleted after its retention period, and not before', async () => {
  const accounts = await count('accounts', "username = 'zhaomin'");
  await sql`update accounts set state = 'closed' where username = 'zhaomin'`.execute(service.db);
  await forget();
  expect(await count('accounts', "username = 'zhaomin'")).toBe(accounts);
  await sql`update accounts set closed_at = ${new Date(service.time.now - 31 * day)}
    where username = 'zhaomin'`.execute(service.db);
  await forget();
  expect([accounts, await count('accounts', "username = 'zhaomin'")]).toEqual([1, 0]);
});

test('a tenant whose applications cannot be archived keeps them and does not delay another', async () => {
  await sql`update flows set state = 'finished', updated_at = ${new Date(service.time.now - 300 * day)}`.execute(
    service.db,
  );
  const own = { application_days: 299, archive_applications: true };
  await service.db.updateTable('tenants').set(own).where('tid', 'in', ['huachen', 'lanhai']).execute();
  await sql`
    create function fail_archive() returns trigger language plpgsql as $$ begin raise 'no archive'; end $$;
    create trigger fail_archive before insert on application_archives for each row
      when (new.tid = 'huachen') execute function fail_archive();
  `.execute(service.db);
  const kept = await count('flows', `tid = 'huachen'`);
  expect([kept > 0, (await count('flows', `tid = 'lanhai'`)) > 0]).toEqual([true, true]);
  await forget();
  expect([await count('flows', `tid = 'huachen'`), await count('flows', `tid = 'lanhai'`)]).toEqual([
    kept,
    0,
  ]);
  expect(await count('application_archives', `tid = 'lanhai'`)).toBe(1);
  expect(await count('loose_objects')).toBe(0);
  await sql`drop trigger fail_archive on application_archives`.execute(service.db);
  await forget();
  expect(await count('flows', `tid = 'huachen'`)).toBe(0);
});

test('the archives of a tenant are deleted with it, and those of others stay', async () => {
  const archives = await service.db
    .selectFrom('application_archives')
    .select(['tid', 'object_key'])
    .execute();
  expect(archives.map(({ tid }) => tid).toSorted()).toEqual(['huachen', 'lanhai']);
  const { name } = await service.db
    .selectFrom('tenants')
    .select('name')
    .where('tid', '=', 'huachen')
    .executeTakeFirstOrThrow();
  await sql`update tenants set closed_at = now() where tid = 'huachen'`.execute(service.db);
  const services = {
    ...service,
    chains: testCheckpoints(service.db),
    accountDeletionDelayMs: 0,
    closedAccountLifetimeMs: undefined,
  };
  await deleteTenant(services, { operatorID: 'op', tid: 'huachen', confirmation: name });
  for (const { tid, object_key: key } of archives)
    expect([tid, (await service.objects.size(key)) === undefined]).toEqual([tid, tid === 'huachen']);
  expect(await count('application_archives')).toBe(1);
});
