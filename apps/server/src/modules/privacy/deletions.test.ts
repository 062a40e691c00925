import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { openTestService, TestDevice, type TestService } from '../../../testing/service.ts';
import { privacyModule } from '../../app/areas/accounts.compose.ts';
import { createAccount } from '../accounts/accounts.usecases.ts';
import { createOperatorCredential } from '../accounts/administration/operators.usecases.ts';
import { lockActiveSession } from '../accounts/sessions/session-expiry.usecases.ts';
import { addMember, createTenant } from '../tenants/tenants.usecases.ts';

const password = 'Correct-horse-9';
const day = 86_400_000;
const tid = 'first';
let service: TestService;
let operator: string;

beforeAll(async () => {
  service = await openTestService({ ACCOUNT_DELETION_DAYS: '7' });
  operator = await createOperatorCredential(service.db);
  for (const id of [tid, 'second'])
    await createTenant(service.db, { tid: id, name: id, serviceVersion: 'eds-pro_16.2' });
});
afterAll(() => service.close());

/** Creates an account with the person's ID and memberships in the given tenants. */
async function addPerson(fid: string, { tids = [tid], roles = ['users'] } = {}): Promise<void> {
  await createAccount(service.db, { aid: `a-${fid}`, username: fid, password });
  for (const id of tids) await addMember(service.db, { tid: id, fid, aid: `a-${fid}`, name: fid, roles });
}
const codeOf = async (token: string, call: string, body: object) => {
  const answer = await service.ask(token, call, body);
  return answer.body === '' ? answer.statusCode : (answer.json().code ?? answer.statusCode);
};
const end = (fid: string) =>
  service.ask(operator, `PUT /api/v1/tenants/${tid}/admin/members/${fid}`, { state: 'ended' });
const remove = (fid: string) =>
  codeOf(operator, `POST /api/v1/tenants/${tid}/admin/members/${fid}/actions/delete`, { confirmation: fid });
const requestDeletion = (token: string) => codeOf(token, 'POST /api/v1/account/actions/delete', { password });
const forget = () => privacyModule.deleteExpired?.(service, service.time.now);
const aids = async (table: string) =>
  (await sql<{ aid: string }>`select aid from ${sql.table(table)} order by aid`.execute(service.db)).rows.map(
    ({ aid }) => aid,
  );
/** Waits until a statement is blocked by a lock. */
const lockAwaited = () =>
  eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(service.db);
    expect(rows).not.toEqual([]);
  });

test('the id of a deleted member is never given to another member of that organisation', async () => {
  await addPerson('retired', { tids: [tid, 'second'] });
  await createAccount(service.db, { aid: 'a-next', username: 'next', password });
  await end('retired');
  const taker = { account: 'next', name: 'next', fid: 'retired', roles: ['users'] };
  const members = (id: string) => `POST /api/v1/tenants/${id}/admin/members`;
  expect(await codeOf(operator, members(tid), taker)).toBe('admin.fid_taken');
  expect(await remove('retired')).toBe(204);
  expect(await codeOf(operator, members(tid), taker)).toBe('admin.fid_taken');
  const { rows } = await sql`select * from retired_members`.execute(service.db);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('retired');
  await expect(
    sql`update memberships set fid = 'retired' where tid = ${tid} and state = 'ended'`.execute(service.db),
  ).rejects.toMatchObject({ code: '23505', constraint: 'memberships_pkey' });
  expect(await codeOf(operator, members(tid), { ...taker, fid: 'next' })).toBe(200);
});

test('a new member with the id of one who is being deleted waits and is rejected', async () => {
  await addPerson('overtaken', { roles: [] });
  await createAccount(service.db, { aid: 'a-quick', username: 'quick', password });
  await end('overtaken');
  let inserting: Promise<unknown> | undefined;
  await service.db.transaction().execute(async (transaction) => {
    await sql`delete from memberships where tid = ${tid} and fid = 'overtaken'`.execute(transaction);
    await sql`insert into retired_members values (${tid}, member_id_digest(${tid}, 'overtaken'))`.execute(
      transaction,
    );
    const quick = { tid, fid: 'overtaken', aid: 'a-quick', name: 'quick', roles: [] };
    inserting = addMember(service.db, quick).catch((error: unknown) => error);
    await lockAwaited();
  });
  expect(await inserting).toMatchObject({ code: '23505', constraint: 'memberships_pkey' });
});

test('a member who becomes active while the deletion waits is not deleted', async () => {
  await addPerson('returning');
  await end('returning');
  let removing: Promise<unknown> | undefined;
  await service.db.transaction().execute(async (transaction) => {
    await sql`select from tenants where tid = ${tid} for no key update`.execute(transaction);
    await sql`update memberships set state = 'active' where tid = ${tid} and fid = 'returning'`.execute(
      transaction,
    );
    removing = remove('returning');
    await lockAwaited();
  });
  expect(await removing).toBe('admin.member_not_ended');
});

test('an account with a pending deletion does not count as an administrator', async () => {
  await addPerson('chief', { roles: ['administrators'] });
  await addPerson('deputy', { roles: ['administrators'] });
  const [{ token: chief }, { token: deputy }] = [
    await service.signIn('chief', password),
    await service.signIn('deputy', password),
  ];
  expect(await requestDeletion(chief)).toBe(200);
  expect(await requestDeletion(deputy)).toBe('admin.last_administrator');
  const demoted = { roles: ['users'] };
  expect(await codeOf(operator, `PUT /api/v1/tenants/${tid}/admin/members/deputy`, demoted)).toBe(
    'admin.last_administrator',
  );
  // A sign-in cancels the deletion.
  await service.signIn('chief', password);
  expect(await codeOf(operator, `PUT /api/v1/tenants/${tid}/admin/members/deputy`, demoted)).toBe(200);
});

test('one of two administrators who leave at once stays', async () => {
  const both = ['east', 'west'];
  for (const name of both) await addPerson(name, { tids: ['second'], roles: ['administrators'] });
  const tokens = await Promise.all(both.map(async (name) => (await service.signIn(name, password)).token));
  let requested: Promise<unknown>[] = [];
  await service.db.transaction().execute(async (transaction) => {
    await sql`select from tenants where tid = 'second' for no key update`.execute(transaction);
    requested = tokens.map(requestDeletion);
    await lockAwaited();
  });
  expect((await Promise.all(requested)).map(String).toSorted()).toEqual(['200', 'admin.last_administrator']);
  await sql`update accounts set delete_at = null`.execute(service.db);
});

test('a deletion in one organisation keeps the stored responses of another', async () => {
  await addPerson('shared', { tids: [tid, 'second'] });
  await addPerson('colleague', { tids: [tid, 'second'] });
  await end('shared');
  const answer = JSON.stringify({ applicantID: 'shared' });
  for (const aid of ['a-shared', 'a-colleague'])
    for (const scope of [`apply:${tid}`, 'apply:second'])
      await sql`insert into workflow_requests (aid, scope, key, request_sha256, answer, created_at)
        values (${aid}, ${scope}, 'key-1', '', ${answer}, now())`.execute(service.db);
  expect(await remove('shared')).toBe(204);
  const { rows } = await sql`select aid, scope, answer ->> 'applicantID' as applicant from workflow_requests
    order by aid, scope`.execute(service.db);
  expect(rows).toEqual([
    { aid: 'a-colleague', scope: `apply:${tid}`, applicant: expect.stringMatching(/^deleted-/) },
    { aid: 'a-colleague', scope: 'apply:second', applicant: 'shared' },
    { aid: 'a-shared', scope: 'apply:second', applicant: 'shared' },
  ]);
});

test('a deletion keeps the used proofs and tokens of another account on the same device', async () => {
  const usedProofs = ['proof_uses', 'recent_proof_uses'];
  const [device, own] = [new TestDevice(), new TestDevice()];
  for (const name of ['parting', 'staying']) {
    await addPerson(name);
    await service.signIn(name, password, device);
  }
  await service.signIn('parting', password, own);
  const devices = await sql<{ device_id: string; thumbprint: string }>`
    select distinct device_id, thumbprint from devices`.execute(service.db);
  for (const { device_id: id, thumbprint } of devices.rows) {
    for (const table of usedProofs)
      await sql`insert into ${sql.table(table)} values (${thumbprint}, 'used', now() + interval '1 hour')`.execute(
        service.db,
      );
    await sql`insert into request_tokens values (${id}, 'used', now() + interval '1 hour')`.execute(
      service.db,
    );
  }
  const { token } = await service.signIn('parting', password, own);
  expect(await requestDeletion(token)).toBe(200);
  service.time.now += 7 * day;
  await forget();
  expect(await aids('accounts')).not.toContain('a-parting');
  const { rows } = await sql<{ device_id: string }>`select device_id from request_tokens`.execute(service.db);
  expect(rows).toEqual([{ device_id: device.id }]);
  for (const table of usedProofs) {
    const { rows: proofs } =
      await sql`select p.jti from ${sql.table(table)} p join devices d using (thumbprint)
      where p.jti = 'used' and d.device_id = ${device.id}`.execute(service.db);
    expect(proofs).toHaveLength(1);
    const { rows: all } = await sql`select from ${sql.table(table)} where jti = 'used'`.execute(service.db);
    expect(all).toHaveLength(1);
  }
});

test('a deletion waits for an exchange of a token, and leaves no token without its session', async () => {
  await addPerson('exchanging');
  const device = new TestDevice();
  await service.signIn('exchanging', password, device);
  const { sid } = await service.db
    .selectFrom('sessions')
    .select('sid')
    .where('aid', '=', 'a-exchanging')
    .executeTakeFirstOrThrow();
  await sql`update accounts set delete_at = ${new Date(service.time.now)} where aid = 'a-exchanging'`.execute(
    service.db,
  );
  let deleting: Promise<unknown> | undefined;
  await service.db.transaction().execute(async (transaction) => {
    await lockActiveSession(transaction, sid);
    deleting = forget();
    await lockAwaited();
    await sql`insert into session_tokens (jti, sid, issued_at, expire_at)
      values ('exchanged', ${sid}, now(), now() + interval '1 day')`.execute(transaction);
  });
  await deleting;
  expect(await aids('accounts')).not.toContain('a-exchanging');
  const { rows } = await sql`select from session_tokens where not exists (select from sessions
    where sessions.sid = session_tokens.sid)`.execute(service.db);
  expect(rows).toEqual([]);
});

test('an account is not deleted while a sign-in that locked it writes its device and session', async () => {
  await addPerson('arriving');
  await sql`update accounts set delete_at = ${new Date(service.time.now)} where aid = 'a-arriving'`.execute(
    service.db,
  );
  await service.db.transaction().execute(async (transaction) => {
    await sql`select from accounts where aid = 'a-arriving' for update`.execute(transaction);
    await forget();
  });
  expect(await aids('accounts')).toContain('a-arriving');
  await forget();
  expect(await aids('accounts')).not.toContain('a-arriving');
});

test('a failed deletion of an account is logged and does not block others', async () => {
  for (const name of ['blocked', 'due']) await addPerson(name);
  await sql`update accounts set delete_at = ${new Date(service.time.now)}
    where aid in ('a-blocked', 'a-due')`.execute(service.db);
  await sql`
    create function reject_deletion() returns trigger language plpgsql as $$
    begin raise exception 'rejected'; end $$;
    create trigger accounts_reject before delete on accounts
      for each row when (old.aid = 'a-blocked') execute function reject_deletion()`.execute(service.db);
  await forget();
  const left = await aids('accounts');
  expect(left).toContain('a-blocked');
  expect(left).not.toContain('a-due');
  const lines = service.logLines.filter((line) => line.includes('account deletion failed'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('a-blocked');
  await sql`drop trigger accounts_reject on accounts`.execute(service.db);
  await forget();
  expect(await aids('accounts')).not.toContain('a-blocked');
});

test('the messages that a deleted member sent name a former member', async () => {
  await addPerson('sender', { roles: ['administrators'] });
  await addPerson('keeper', { roles: ['administrators'] });
  const { token } = await service.signIn('sender', password);
  const posts = `/api/v1/tenants/${tid}/admin/messages`;
  expect(await codeOf(token, `POST ${posts}`, { type: 'announcement', title: '通知', text: '内容' })).toBe(
    200,
  );
  await end('sender');
  expect(await remove('sender')).toBe(204);
  const [post] = (await service.ask(operator, `GET ${posts}`)).json().data;
  expect(post.sender).toMatchObject({
    kind: 'member',
    id: expect.stringMatching(/^anon-|^former-|^deleted-/),
  });
  const { rows } = await sql<{ sender: string }>`select sender from message_posts`.execute(service.db);
  expect(rows.map(({ sender }) => sender)).not.toContainEqual(expect.stringContaining(':sender'));
});

test('waiting jobs, and messages with their Chinese text in the columns alone, lose the id and the name', async () => {
  const fid = 'noted';
  await addPerson(fid);
  await sql`insert into flow_types (tid, type_id, type, name, process) values (${tid}, 1, 'file_out', '', '{}')`.execute(
    service.db,
  );
  await sql`
    insert into flows (flow_id, tid, type_id, type, title, description, state, stage, process, applicant_fid, created_at, updated_at)
    values ('noted-flow', ${tid}, 1, 'file_out', '', '', 'finished', 0, '{}', ${fid}, now(), now())`.execute(
    service.db,
  );
  const name = await sql<{ name: string }>`select name from memberships where tid = ${tid} and fid = ${fid}`
    .execute(service.db)
    .then(({ rows }) => rows[0]?.name ?? '');
  const link = JSON.stringify({ kind: 'flow', tid, flowID: 'noted-flow', taskID: null });
  const english = { en: { title: 'Approval', text: `${name} asks you` } };
  const both = { ...english, zh: { title: '审批', text: `${name}请您审批` } };
  await sql`insert into message_channels (session_id, key, kind, title, tid) values ('noted', 'noted', 'work', '', ${tid})`.execute(
    service.db,
  );
  for (const [index, texts] of [english, both].entries())
    await sql`
      insert into messages (session_id, sequence, message_id, type, title, text, texts, link, idempotency_key, created_at)
      values ('noted', ${index}, ${`noted-${index}`}, 'flow', '审批', ${`${name}请您审批`}, ${JSON.stringify(texts)}::jsonb,
        ${link}::jsonb, ${`noted-${index}`}, now())`.execute(service.db);
  const job = JSON.stringify({ tid, notices: [{ type: 'task_opened', assigneeID: fid }] });
  await sql`insert into batched_jobs (queue, data) values ('noted', ${job}::jsonb)`.execute(service.db);
  await end(fid);
  expect(await remove(fid)).toBe(204);
  const { rows } = await sql<{ texts: Record<string, { text: string }>; text: string }>`
    select text, texts from messages where session_id = 'noted' order by sequence`.execute(service.db);
  expect(rows.map(({ texts }) => Object.keys(texts).toSorted())).toEqual([['en'], ['en', 'zh']]);
  expect(JSON.stringify(rows)).not.toContain(name);
  expect(rows[0]?.text).toMatch(/^.+请您审批$/);
  expect(rows[1]?.texts['zh']?.text).toBe(rows[0]?.text);
  const jobs = await sql<{ assignee: string }>`
    select data #>> '{notices,0,assigneeID}' as assignee from batched_jobs where queue = 'noted'`.execute(
    service.db,
  );
  expect(jobs.rows[0]?.assignee).toMatch(/^deleted-/);
});
