import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorFilePath } from '../src/app/operator-file.usecases.ts';
import { type StartedService, startService } from '../src/app/start.compose.ts';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { checkedCommandLine, commandLineAt, emptyServiceSettings, jsonOf } from './command-line-kit.ts';

const folder = makeTestFolder();
const env = emptyServiceSettings(folder);
const sealflow = commandLineAt(folder, env);
const { done, refused } = checkedCommandLine(sealflow);
const password = 'Correct-horse-9';

let service: StartedService;

beforeAll(async () => {
  writeFileSync(join(folder, 'secret'), `${password}\n`);
  writeFileSync(join(folder, '纪要.txt'), '一、出席人员\n');
  writeFileSync(join(folder, 'logo.png'), Buffer.from('89504e47', 'hex'));
  service = await startService({ config: readConfig(env), onDatabaseLost: () => {} });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(token: string | null, call: string, body?: object) {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
}

const signIn = (username: string, secret: string) =>
  ask(null, 'POST /api/v1/auth/token', { username, password: secret });

describe('administration of an empty database without SQL', () => {
  test('creates a tenant with its accounts', async () => {
    await done('account create wang --email wang@chenguang.example --password-file secret');
    await done(
      'account create lina --phone 13912345678 --email lina@chenguang.example --password-file -',
      password,
    );
    const tenant = await done(
      "tenant create 晨光科技 --id chenguang --service-version eds-pro_16.2 --administrators wang=王强 --approvers 'lina=李娜'",
    );
    expect(tenant).toMatchObject({
      tid: 'chenguang',
      namespace: 'chenguang.localhost',
      members: 2,
      isLocal: true,
    });
    expect((await sealflow('tenant show chenguang')).out).toMatch(/^people +2$/m);
    expect((await sealflow('tenant list')).out).toMatch(/^id .* people$/m);

    const logo = { logo: 'data:image/png;base64,iVBORw==' };
    expect(await done('tenant change chenguang --logo logo.png')).toMatchObject(logo);
    expect((await signIn('wang', password)).body).toMatchObject({ tenants: [logo] });

    const asking = 'tenant change chenguang --second-factor';
    expect(await done(`${asking} always`)).toMatchObject({ secondFactor: 'always' });
    expect((await signIn('wang', password)).body).toMatchObject({ code: 'login.second_factor_required' });
    expect(await refused(`${asking} sometimes`, 2)).toContain('none, new_devices, always');
    expect(await done(`${asking} none`)).toMatchObject({ secondFactor: 'none' });
    const preloading = await done('tenant change chenguang --exact-pages preload');
    expect(preloading).toMatchObject({ exactPages: 'preload', secondFactor: 'none' });
    const converting = 'tenant change chenguang --renditions';
    expect(await done(`${converting} yes`)).toMatchObject({ renditions: true });
    expect(await done(`${converting} no`)).toMatchObject({ renditions: false });
    const indexing = 'tenant change chenguang --full-text-search';
    expect(await done(`${indexing} no`)).toMatchObject({ fullTextSearch: false });
    expect(await done(`${indexing} yes`)).toMatchObject({ fullTextSearch: true });
    const printing = 'tenant change chenguang --printing-up-to';
    expect(await done(`${printing} 2`)).toMatchObject({ printingMaxLevel: 2 });
    expect(await done(`${printing} none`)).toMatchObject({ printingMaxLevel: null });
    expect(await refused(`${printing} all`, 2)).toContain('a whole number');
    expect(await refused('insight people --tenant chenguang', 1)).toContain('work.insight_on_people_off');
    expect(await done('tenant change chenguang --insight-on-people yes')).toMatchObject({
      insightOnPeople: true,
    });
    const kept = 'tenant change chenguang --message-days 90 --application-days';
    expect(await done(`${kept} 400`)).toMatchObject({ messageDays: 90, applicationDays: 400 });
    expect(await done(`${kept} none`)).toMatchObject({ messageDays: 90, applicationDays: null });
    expect(await done('tenant change chenguang --archive-applications yes')).toMatchObject({
      archiveApplications: true,
    });
    expect(await done('archive list --tenant chenguang')).toEqual({ total: 0, data: [] });
    expect(await done('archive verify --tenant chenguang')).toMatchObject({ archives: 0, faults: [] });
    expect(await refused('archive verify', 2)).toContain('exactly one of');
    expect(await refused('archive export none --tenant chenguang --out archive.jsonl', 1)).toContain(
      'admin.archive_not_found',
    );
    expect(await done('tenant change chenguang --message-days none')).toMatchObject({ messageDays: null });
    expect(await done('insight people --tenant chenguang --days 90')).toEqual({ total: 0, data: [] });
    expect(await done('insight types --tenant chenguang')).toMatchObject({ types: [] });
    expect(await refused('tenant change chenguang --exact-pages yes', 2)).toContain('off, ask, preload');

    await done('org create 采购部 --tenant chenguang --id purchase');
    const added = await done(
      'member add 张伟 --tenant chenguang --new-account zhang --email zhang@chenguang.example --one-time --id cg1 --org purchase',
    );
    expect(added).toMatchObject({
      fid: 'cg1',
      organisation: { name: '采购部' },
      email: 'z***@chenguang.example',
    });

    await done('class create 秘密 --tenant chenguang --id secret --level 2 --lease 12h');
    await done('clearance set zhang --tenant chenguang --level 2');
    expect((await done('flow-type list --tenant chenguang'))['total']).toBe(11);
    const set = await done(
      'flow-type set trusted_mailbox_application --tenant chenguang --stages any:lina;all:wang --time-limit 48h --direct-complete',
    );
    expect(set).toMatchObject({
      name: '可信邮箱申请',
      process: { stages: [{ rule: 'any_of' }, { rule: 'all_of' }], taskTimeLimit: 172_800_000 },
    });

    const sealed = await done('seal 纪要.txt --tenant chenguang --owner zhang --classification secret');
    expect(sealed).toMatchObject({ userOID: 'cg1', orgID: 'purchase', clID: 'secret' });
    const listed = await done('document list --tenant chenguang --owner zhang');
    expect(listed).toMatchObject({ total: 1, data: [{ documentID: sealed['documentID'] }] });

    const oneTime = String(added['oneTimePassword']);
    const first = await signIn('zhang', oneTime);
    expect([first.status, (await signIn('zhang', oneTime)).status]).toEqual([200, 401]);
    const token = String(first.body['token']);
    const changed = await ask(token, 'POST /api/v1/auth/update-password', {
      oldPassword: oneTime,
      newPassword: password,
    });
    expect(changed.status).toBe(204);
    expect((await signIn('zhang', password)).status).toBe(200);

    const applied = await ask(token, 'POST /api/v1/tenants/chenguang/user-flows', {
      type: 'trusted_mailbox_application',
      title: '申请邮箱',
      description: '',
      files: [],
    });
    expect(applied).toMatchObject({ status: 200, body: { data: { state: 'approving' } } });
    const approver = String((await signIn('lina', password)).body['token']);
    const { body: tasks } = await ask(approver, 'GET /api/v1/tenants/chenguang/user-tasks');
    const [task] = tasks['data'] as { id: string }[];
    const approved = await ask(approver, `POST /api/v1/tenants/chenguang/tasks/${task?.id}/actions/approve`, {
      remark: '同意',
    });
    expect(approved).toMatchObject({ status: 200, body: { data: { state: 'processed' } } });
  });

  test('names a deputy for a period, lists the absence and ends it', async () => {
    const set = await done(
      'absence set lina --tenant chenguang --deputy wang --until 2999-01-31 --types mail_out,file_out',
    );
    expect(set).toMatchObject({ state: 'running', types: ['mail_out', 'file_out'] });
    expect(await refused('absence set lina --tenant chenguang --deputy wang')).toContain(
      '(work.absence_overlaps)',
    );
    expect(await done('absence list --tenant chenguang --member lina')).toMatchObject({
      total: 1,
      data: [{ id: set['id'] }],
    });
    expect(await done(`absence end ${String(set['id'])} --tenant chenguang`)).toMatchObject({
      state: 'ended',
      endReason: 'taken_back',
    });
  });

  test('ends a membership, removes the clearance and transfers the documents', async () => {
    const left = await done('member end zhang --tenant chenguang');
    expect(left).toMatchObject({ fid: 'cg1', state: 'ended' });
    expect(await done('clearance list --tenant chenguang')).toEqual({ total: 0, data: [] });
    expect(await done('document transfer cg1 --tenant chenguang --to lina')).toEqual({ documents: 1 });
    expect(await refused('member end wang --tenant chenguang')).toContain('(admin.last_administrator)');
  });

  test('deletes the personal data of a former member', async () => {
    expect(await done('member delete cg1 --tenant chenguang --confirm 张伟')).toEqual({
      person: 'cg1',
      deleted: true,
    });
  });

  test('trusts and distrusts addresses for everyone', async () => {
    await done('mailbox trust partner@example.com --tenant chenguang');
    expect(await done('mailbox list --tenant chenguang')).toMatchObject({
      total: 1,
      data: [{ email: 'partner@example.com', fid: null }],
    });
    await done('mailbox distrust partner@example.com --tenant chenguang');
    expect(await refused('mailbox distrust partner@example.com --tenant chenguang')).toContain(
      '(work.mailbox_not_found)',
    );
  });

  test('rotates keys and withdraws an old generation only after confirmation', async () => {
    expect(await done('key rotate --tenant chenguang')).toMatchObject({ generation: 2 });
    expect(await refused('key withdraw 1 --tenant chenguang', 2)).toContain('--yes');
    await done('key withdraw 1 --tenant chenguang --yes');
    const { data } = await done('key list --tenant chenguang');
    expect(data).toMatchObject([
      { generation: 2, current: true, withdrawnAt: null },
      { generation: 1, current: false, withdrawnAt: expect.any(Number) },
    ]);
    expect(JSON.stringify(data)).not.toContain('PRIVATE');
  });

  test('records everything, by ids alone', async () => {
    const { data } = await done('audit list --tenant chenguang --limit 100');
    const acts = new Set((data as { act: string }[]).map(({ act }) => act));
    for (const act of [
      'tenant.created',
      'member.added',
      'member.ended',
      'clearance.set',
      'classification.created',
    ])
      expect([...acts]).toContain(act);
    expect(JSON.stringify(data)).not.toMatch(/晨光|张伟|chenguang\.example/);
  });

  test('sends and withdraws messages', async () => {
    const sent = await done("message send 停机通知 --tenant chenguang --text '今晚维护' --to lina,wang");
    expect(sent).toMatchObject({ recipients: 2, type: 'announcement' });
    const everyone = await done('message announce 欢迎 --text-file -', '新版本已上线');
    await done(`message withdraw ${String(everyone['postID'])}`);
    expect((await done('message list --tenant chenguang'))['total']).toBe(1);
  });

  test('imports the people of a file once, and lists the rows that fail', async () => {
    const lines = [
      '姓名,部门,手机号,工号,备注',
      '"吴, 一",采购部,13900001111,1001,x',
      '',
      '坏,没有,13900001112,1002,',
    ];
    writeFileSync(join(folder, 'people.csv'), `\uFEFF${lines.join('\r\n')}\r\n`);
    const importPeople = 'member import people.csv --tenant chenguang';
    const checked = await sealflow(`${importPeople} --check`);
    expect([checked.code, checked.err]).toEqual([1, '']);
    expect(checked.out).toMatch(/^state +checked$/m);
    const first = await sealflow(`${importPeople} --json`);
    expect(jsonOf(first)).toMatchObject({
      state: 'done',
      added: 1,
      failed: 1,
      failures: [{ row: 4, errors: [{ code: 'admin.organisation_not_found', field: 'department' }] }],
    });
    expect((await sealflow(importPeople)).out).toMatch(/^4 +department +No such department$/m);
    const again = await done(`${importPeople} --create-departments`);
    expect(again).toMatchObject({ added: 1, unchanged: 1, failed: 0 });
    expect((await done('member list --tenant chenguang --keyword 吴'))['data']).toMatchObject([
      { name: '吴, 一', organisation: { name: '采购部' } },
    ]);
    writeFileSync(join(folder, 'people.csv'), 'a,b\n1,2\n');
    expect(await refused(importPeople, 2)).toContain('must name its columns');
  });

  test('keeps everyone out of a closed tenant until it is reopened', async () => {
    await done('tenant close chenguang');
    expect(await signIn('lina', password)).toMatchObject({ status: 200, body: { tenants: [] } });
    expect(await refused('member change lina --tenant chenguang --name 李')).toContain(
      '(admin.tenant_closed)',
    );
    await done('tenant reopen chenguang');
    expect(await signIn('lina', password)).toMatchObject({ body: { tenants: [{ id: 'chenguang' }] } });
  });
});

describe('remote administration', () => {
  const credentialFile = join(folder, 'other-operator');
  const far = commandLineAt(folder, {
    ...env,
    DATA_DIR: join(folder, 'nothing-here'),
  });

  test('manages a service by its address and a credential', async () => {
    const made = await done('operator create 值班');
    writeFileSync(credentialFile, `${String(made['credential'])}\n`, { mode: 0o600 });
    const result = await far(`tenant list --url ${service.url} --credential-file other-operator --json`);
    expect([result.err, result.code, jsonOf(result)['total']]).toEqual(['', 0, 1]);

    await done(`operator withdraw ${String(made['operatorID'])}`);
    const late = await far(`tenant list --url ${service.url} --credential-file other-operator`);
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('login.signature_is_invalid')]);
    const { data } = await done('operator list');
    const [first] = data as { operatorID: string }[];
    expect(await refused(`operator withdraw ${first?.operatorID}`)).toContain('(admin.operator_last)');
  });

  test('sends a credential only over a secure connection', async () => {
    const result = await far(
      `tenant list --url http://sealflow.example --credential-file ${operatorFilePath(env.DATA_DIR)}`,
    );
    expect([result.code, result.err]).toEqual([2, expect.stringContaining('https')]);
    expect((await far(`tenant list --url ${service.url}`)).code).toBe(2);
    const unreachable = await far(
      `tenant list --url http://127.0.0.1:1 --credential-file ${operatorFilePath(env.DATA_DIR)}`,
    );
    expect([unreachable.code, unreachable.err]).toEqual([1, expect.stringContaining('cannot be reached')]);
  });
});

describe('command input', () => {
  test('does not accept a password as an argument', async () => {
    expect((await sealflow(`account create x --password ${password}`)).code).toBe(2);
    expect(await refused('account create x --password-file secret --one-time', 2)).toContain('--one-time');
    expect(await refused('account create weak --password-file weak.txt')).toContain('ENOENT');
  });

  test('names the path of a rejected value', async () => {
    expect(await refused('member change lina --tenant chenguang --rights everything')).toContain(
      'body.rights',
    );
    expect(await refused('tenant list --limit many', 2)).toContain('--limit must be a whole number');
    expect(await refused('tenant show nowhere')).toBe('tenant not found (admin.tenant_not_found)\n');
    expect(await refused('tenant create', 2)).toContain('NAME is missing');
    expect(await refused('flow-type set file_out --tenant chenguang', 2)).toContain('--stages is missing');
  });

  test('has help texts for groups and commands', async () => {
    expect((await sealflow('tenant --help')).out).toContain('tenant reopen');
    expect((await sealflow('help flow-type set')).out).toContain("'any:lina;all:wangqiang,zhaomin'");
    expect((await sealflow('key')).out).toContain('key withdraw');
    expect((await sealflow('keys --help')).out, 'an alias').toContain('key rotate');
    expect((await sealflow('--help')).out).toContain('Exit code 0');
    expect((await sealflow('tenant unmake')).code).toBe(2);
  });

  test('keeps the columns of tables with Chinese text', async () => {
    const { out } = await sealflow('member list --tenant chenguang');
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^id +name +state/);
    const row = lines.find((line) => line.includes('王强')) ?? '';
    // Each of the two characters is two columns wide.
    expect(row.indexOf('active') + 2).toBe(lines[0]?.indexOf('state'));
  });
});
