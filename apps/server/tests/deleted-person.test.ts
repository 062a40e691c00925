import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { privacyModule } from '../src/app/areas/accounts.compose.ts';
import { createStatementReader } from '../src/infra/tokens/statements.util.ts';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { checkExport } from '../src/modules/audit/export-check.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../src/modules/workflow/flow-types.usecases.ts';
import { linkAll } from '../testing/chain.ts';
import { eventually } from '../testing/eventually.ts';
import { finishImport, uploadRows } from '../testing/imports.ts';
import { type Office, openOffice, tid } from '../testing/office.ts';
import { TestDevice, type TestService } from '../testing/service.ts';

const password = 'Correct-horse-9';
const day = 86_400_000;

/** Personal data of the deleted person. None of it may remain. */
const person = {
  aid: '0b6f1c0e-5f0e-4d6c-9d0a-90417aa90417',
  fid: 'staff-90417',
  username: 'zhao.qingwen',
  name: '赵清文',
  mobileNo: '13955590417',
  email: 'qingwen.zhao@person.example',
} as const;

/** The key of the person in the organisation's own systems. */
const staffID = 'ZQW-90417';

let office: Office;
let service: TestService;
let operator: string;
let device: TestDevice;
let token: string;
let before: { export: string; keys: readonly Record<string, unknown>[] };
let decided: string;
let applied: string;

// The person has applied, approved, uploaded and received messages in two organisations and has left one of them. A third
// organisation has invited the person.
beforeAll(async () => {
  office = await openOffice({ LOG_LEVEL: 'trace', ACCOUNT_DELETION_DAYS: '7' });
  ({ service } = office);
  const { db } = service;
  operator = await createOperatorCredential(db);
  await createTenant(db, { tid: 'former', name: '前公司', serviceVersion: 'eds-pro_16.2' });
  await createTenant(db, { tid: 'inviting', name: '邀请公司', serviceVersion: 'eds-pro_16.2' });
  await createAccount(db, { ...person, password, verifiedAt: new Date(0) });
  const member = { fid: person.fid, aid: person.aid, name: person.name, roles: ['users'] };
  await addMember(db, { ...member, tid });
  await addMember(db, { ...member, tid: 'former' });
  await defineFlowType(db, {
    tid,
    type: 'trusted_mailbox_application',
    name: '可信邮箱',
    process: {
      stages: [{ rule: 'any_of', approvers: [person.fid, 'ann'] }],
      cc: [person.fid],
      fileProcess: { by: 'service' },
      delivery: 'none',
      directComplete: true,
      taskTimeLimit: null,
    },
  });
  await service.startWork();
  device = new TestDevice();
  ({ token } = await service.signIn(person.username, password, device));
  await ask(operator, `PUT /api/v1/tenants/former/admin/members/${person.fid}`, { state: 'ended' });
  await ask(operator, `PUT /api/v1/tenants/${tid}/admin/members/${person.fid}`, { rights: [] });

  const inviter = await createAccount(db, { username: 'inviter', password });
  await addMember(db, { tid: 'inviting', aid: inviter.aid, name: '邀', roles: ['administrators'] });
  const { token: inviting } = await service.signIn('inviter', password);
  const invited = { account: person.mobileNo, name: person.name };
  await ask(inviting, 'POST /api/v1/tenants/inviting/admin/members', invited);

  const type = 'trusted_mailbox_application';
  decided = await apply(office.tokens.lin, type, { files: [], details: { email: 'lin@corp.example' } });
  const discussed = `POST /api/v1/tenants/${tid}/flows/${decided}/comments`;
  const attached = await upload(token, { name: '依据.txt', text: '依据' });
  const key = { 'idempotency-key': 'comment-of-person' };
  const sent = await service.ask(token, discussed, { text: '', files: [attached] }, key);
  assert(sent.statusCode === 200);
  const reply = { text: '收到', mentions: [person.fid] };
  const replied = await service.ask(office.tokens.lin, discussed, reply, {
    'idempotency-key': 'reply-to-person',
  });
  assert(replied.statusCode === 200);
  const task = await taskOf(decided, person.fid);
  await ask(token, `POST /api/v1/tenants/${tid}/tasks/${task}/actions/approve`, { remark: '' });
  applied = await apply(token, type, { files: [], details: { email: person.email } });
  await upload(token);
  await importPerson();
  const post = { type: 'text', title: '通知', text: '您好', fids: [person.fid] };
  await ask(operator, `POST /api/v1/tenants/${tid}/admin/messages`, post);
  // Ann receives a message that names the applicant.
  await eventually(async () =>
    assert((await office.notices('ann')).some((text) => text.includes(person.name))),
  );
  await linkAll(db);
  before = { export: await audit(tid), keys: (await ask(null, 'GET /.well-known/jwks.json')).keys };
});
afterAll(() => service.close());

/** Imports the person into both organisations: a row that finds the member, and a row that fails. */
async function importPerson(): Promise<void> {
  const { name, email, mobileNo: phone } = person;
  for (const [place, row] of [
    [tid, { row: 1, name, phone, staffID }],
    ['inviting', { row: 1, name, phone, email, department: '没有' }],
  ] as const) {
    const askImports = (call: string, body?: object) => {
      const [method, path = ''] = call.split(' ');
      return ask(operator, `${method} /api/v1/tenants/${place}/admin/imports${path}`, body);
    };
    const importID = await uploadRows(askImports, [row]);
    await finishImport(askImports, importID, 'check');
    const ended = await finishImport(askImports, importID, 'run');
    expect(ended).toMatchObject(place === tid ? { changed: 1 } : { failed: 1 });
  }
}

async function ask(bearer: string | null, call: string, body?: object, status?: number) {
  const response = await service.ask(bearer, call, body);
  const read = response.body === '' ? {} : response.json();
  expect([call, response.statusCode, read.code]).toEqual(
    status === undefined ? [call, response.body === '' ? 204 : 200, read.code] : [call, status, read.code],
  );
  return read;
}

async function apply(bearer: string, type: string, more: object): Promise<string> {
  const form = { type, title: '申请', description: '请批准', ...more };
  return (await ask(bearer, `POST /api/v1/tenants/${tid}/user-flows`, form)).data.id;
}

async function taskOf(flowID: string, fid: string): Promise<string> {
  const { task_id: id } = await service.db
    .selectFrom('flow_tasks')
    .select('task_id')
    .where('flow_id', '=', flowID)
    .where('assignee_fid', '=', fid)
    .executeTakeFirstOrThrow();
  return id;
}

/** Uploads a file, which nothing references yet. */
async function upload(
  bearer: string,
  { name, text } = { name: `${person.name}.txt`, text: `${person.name} ${person.email}` },
): Promise<string> {
  const file = await ask(bearer, `POST /api/v1/tenants/${tid}/file-token`);
  const boundary = 'b';
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: {
      authorization: `Bearer ${file.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file1"; filename="${name}"\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  expect(response.statusCode).toBe(200);
  return response.json().uri;
}

const audit = async (of: string): Promise<string> =>
  (await service.ask(operator, `GET /api/v1/tenants/${of}/audit/export`)).body;

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

/** Locations of the given texts in tables of all schemas, objects, logs and exports of every chain. */
async function findTraces(needles: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, text: string) => {
    for (const needle of needles) if (text.includes(needle)) found.push(`${where}: ${needle}`);
  };
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(service.db);
  expect(tables.length).toBeGreaterThan(50);
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(r)::text as text from ${sql.table(`${schema}.${name}`)} as r`.execute(service.db);
    for (const { text } of rows) note(`${schema}.${name}`, text);
  }
  for (const entry of readdirSync(service.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    note(`object ${entry.name}`, entry.name);
    note(`object ${entry.name}`, readFileSync(join(entry.parentPath, entry.name)).toString());
  }
  for (const line of service.logLines) note('log', line);
  for (const chain of [tid, 'former']) note(`audit of ${chain}`, await audit(chain));
  note('audit of the deployment', (await service.ask(operator, 'GET /api/v1/admin/audit/export')).body);
  return [...new Set(found)];
}

test('an export has everything that the service holds of the person, and no secret', async () => {
  const exported = await ask(token, 'GET /api/v1/account/export');
  const text = JSON.stringify(exported);
  for (const value of [
    person.name,
    person.username,
    person.email,
    person.fid,
    device.id,
    'Test phone',
    staffID,
  ])
    expect(text).toContain(value);
  expect(text).not.toMatch(/argon2|wrapped|password_hash/);
  const work = exported.organisations.find(
    (one: { membership: { tid: string }[] }) => one.membership[0]?.tid === tid,
  );
  expect(work.applications.map((one: { flow_id: string }) => one.flow_id)).toContain(applied);
  expect(work.decisions).toMatchObject([{ flow_id: decided, action: 'approve' }]);
  expect(work.acts.map((one: { act: string }) => one.act)).toContain('account.signed_in');
  expect(exported.organisations).toHaveLength(2);
  expect(exported.account.invitations).toMatchObject([
    { tid: 'inviting', tenant: '邀请公司', outcome: null },
  ]);
});

test('audit records hold pseudonyms, and lists can be filtered by the ids of existing people', async () => {
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(r)::text as text from audit_records as r`.execute(service.db);
  for (const { text } of rows)
    for (const id of [person.aid, person.fid, device.id]) expect(text).not.toContain(id);
  const list = await ask(operator, `GET /api/v1/tenants/${tid}/audit?fid=${person.fid}&limit=100`);
  expect(list.data.map((one: { act: string }) => one.act)).toContain('account.signed_in');
  expect(list.data[0]).toMatchObject({ fid: person.fid, aid: person.aid });
});

test('a deletion requires the password and ends every session, and a sign-in in time cancels it', async () => {
  const wrong = await service.ask(token, 'POST /api/v1/account/actions/delete', { password: 'wrong' });
  expect(wrong.json().code).toBe('login.incorrect_username_or_password');
  expect((await ask(token, 'GET /api/v1/account/deletion')).data).toEqual({ delayDays: 7 });
  const { data } = await ask(token, 'POST /api/v1/account/actions/delete', { password });
  expect(data.deleteAt).toBe(service.time.now + 7 * day);
  expect((await service.ask(token, 'GET /api/v1/devices')).json().code).toBe('login.token_expired');

  service.time.now += 6 * day;
  await forget();
  ({ token } = await service.signIn(person.username, password, device));
  service.time.now += 7 * day;
  await forget();
  await ask(token, 'GET /api/v1/devices');
});

const forget = () => privacyModule.deleteExpired?.(service, service.time.now);

test('nothing that names the person remains in tables, objects, logs and records', async () => {
  const needles = [...Object.values(person), `+86${person.mobileNo}`, device.id, staffID];
  // The search finds the data before the deletion.
  const present = await findTraces(needles);
  for (const needle of [person.name, person.username, person.email, person.fid, person.aid, device.id])
    expect(present.some((where) => where.endsWith(`: ${needle}`))).toBe(true);
  expect(present.filter((where) => where.startsWith('object'))).not.toEqual([]);
  // Logs contain only IDs, which no longer resolve to a person.
  const nameOnly = (where: string) =>
    !where.startsWith('log') || ![person.aid, person.fid, device.id].some((id) => where.endsWith(id));

  // A counted wrong password of one session, and codes that are still valid.
  const { token: other } = await service.signIn(person.username, password);
  const change = { oldPassword: 'Wrong-horse-9', newPassword: 'Maple-7-river' };
  await ask(other, 'POST /api/v1/auth/update-password', change, 401);
  const code = { mobileNo: person.mobileNo, purpose: 'update' };
  await ask(other, 'POST /api/v1/auth/vcode', code);
  await ask(null, 'POST /api/v1/auth/vcode', { ...code, purpose: 'login' });
  expect(await service.db.selectFrom('issued_codes').select('purpose').execute()).toHaveLength(2);
  await ask(token, 'POST /api/v1/account/actions/delete', { password });
  service.time.now += 7 * day;
  await forget();
  expect((await findTraces(needles)).filter(nameOnly)).toEqual([]);
  expect(await service.db.selectFrom('issued_codes').select('purpose').execute()).toEqual([]);
  // The invitation, which named the person, is deleted too.
  expect(await service.db.selectFrom('invitations').selectAll().execute()).toEqual([]);
});

test('the audit chains still verify, and so does an earlier export, which the chain continues', async () => {
  for (const chain of [tid, 'former']) {
    const { data } = await ask(operator, `POST /api/v1/tenants/${chain}/audit/actions/verify`);
    expect(data).toMatchObject({ brokenAt: null });
  }
  const read = createStatementReader(before.keys);
  const old = await checkExport(linesOf(before.export), read);
  expect(old).toMatchObject({ broken: null, signedUpTo: old.last });
  const after = await audit(tid);
  expect(await checkExport(linesOf(after), read)).toMatchObject({ broken: null });
  const hashAt = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .find((line) => line.type === 'record' && line.sequence === old.last)?.hash;
  expect(hashAt(after)).toBe(hashAt(before.export));
  expect(hashAt(after)).toMatch(/^[0-9a-f]{64}$/);
});

test('acts that others rely on are kept under a pseudonym', async () => {
  const { token: lin } = await service.signIn('lin', password);
  const { data } = await ask(lin, `GET /api/v1/tenants/${tid}/flows/${decided}/process`);
  expect(JSON.stringify(data)).toContain('已删除用户 Deleted user');
  const decisions = await service.db
    .selectFrom('flow_decisions')
    .select(['action', 'fid', 'aid'])
    .where('flow_id', '=', decided)
    .execute();
  expect(decisions).toEqual([
    {
      action: 'approve',
      fid: expect.stringMatching(/^deleted-/),
      aid: expect.stringMatching(/^deleted-/),
    },
  ]);
  const notices = await office.notices('ann');
  expect(notices.some((text) => text.startsWith('已删除用户'))).toBe(true);
});

test('user name, phone number and address are free again, but the id in the organisation is not', async () => {
  const { username, mobileNo, email } = person;
  const { aid } = await createAccount(service.db, { username, mobileNo, email, password });
  expect(aid).not.toBe(person.aid);
  const form = { account: username, fid: person.fid, name: person.name, roles: ['users'] };
  const taken = await ask(operator, `POST /api/v1/tenants/${tid}/admin/members`, form, 409);
  expect(taken.code).toBe('admin.fid_taken');
  await addMember(service.db, { tid, fid: 'staff-90418', aid, name: person.name, roles: ['users'] });
  const again = await service.signIn(username, password);
  const exported = await ask(again.token, 'GET /api/v1/account/export');
  expect(exported.organisations[0].decisions).toEqual([]);
  expect(exported.organisations[0].acts.map((one: { act: string }) => one.act)).not.toContain(
    'task.approved',
  );
});

test('an organisation deletes the data of a former member, and the account continues', async () => {
  const { db } = service;
  const { aid } = await createAccount(db, { username: 'qian.yi', email: 'qian@person.example', password });
  for (const place of [tid, 'former'])
    await addMember(db, { tid: place, fid: 'staff-7', aid, name: '钱一', roles: ['users'] });
  const { token: own } = await service.signIn('qian.yi', password);
  const at = `/api/v1/tenants/${tid}/admin/members/staff-7`;
  const held = await ask(operator, `GET ${at}/export`);
  expect(held.organisations[0].membership).toMatchObject([{ name: '钱一', fid: 'staff-7' }]);
  expect(JSON.stringify(held)).not.toContain('qian@person.example');

  const remove = (confirmation: string, status?: number) =>
    ask(operator, `POST ${at}/actions/delete`, { confirmation }, status);
  expect((await remove('钱一', 409)).code).toBe('admin.member_not_ended');
  await ask(operator, `PUT ${at}`, { state: 'ended' });
  expect((await remove('钱二', 400)).code).toBe('admin.confirmation_wrong');
  await remove('钱一');
  await ask(operator, `GET ${at}`, undefined, 404);
  const left = await ask(own, 'GET /api/v1/account/export');
  expect(left.organisations.map((one: { membership: { tid: string }[] }) => one.membership[0]?.tid)).toEqual([
    'former',
  ]);
  const verified = await ask(operator, `POST /api/v1/tenants/${tid}/audit/actions/verify`);
  expect(verified.data.brokenAt).toBeNull();
});

test('an organisation deletes an invitation that was not accepted', async () => {
  const { db } = service;
  const [name, mobile] = ['孙未至', '+8613955590418'];
  await sql`insert into memberships (tid, fid, name, state) values (${tid}, 'staff-8', ${name}, 'ended')`.execute(
    db,
  );
  await sql`insert into invitations
    (tid, fid, invitation_id, mobile_no, with_account, sent_at, expire_at, outcome)
    values (${tid}, 'staff-8', 'i-8', ${mobile}, false, now(), now(), 'declined')`.execute(db);
  const held = await ask(operator, `GET /api/v1/tenants/${tid}/admin/members/staff-8/export`);
  expect(held.organisations[0].invitation).toMatchObject([{ mobile_no: mobile, outcome: 'declined' }]);
  const call = `POST /api/v1/tenants/${tid}/admin/members/staff-8/actions/delete`;
  await ask(operator, call, { confirmation: name });
  expect((await findTraces([name, mobile])).filter((where) => !where.startsWith('log'))).toEqual([]);
});

test('the only administrator of an organisation must name another before the deletion', async () => {
  const { db } = service;
  const { aid } = await createAccount(db, { username: 'boss', password });
  await addMember(db, { tid: 'former', aid, name: '总', roles: ['administrators'] });
  const { token: boss } = await service.signIn('boss', password);
  const refused = await ask(boss, 'POST /api/v1/account/actions/delete', { password }, 409);
  expect(refused.code).toBe('admin.last_administrator');
});
