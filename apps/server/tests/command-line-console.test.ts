import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedService, startService } from '../src/app/start.compose.ts';
import { readConfig } from '../src/infra/config/config.schemas.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { openTestSmtp } from '../testing/smtp.ts';
import { checkedCommandLine, commandLineAt, emptyServiceSettings, jsonOf } from './command-line-kit.ts';

const folder = makeTestFolder();
const env = emptyServiceSettings(folder);
const sealflow = commandLineAt(folder, env);
const { done, refused } = checkedCommandLine(sealflow);
let service: StartedService;

const administratorPassword = 'Correct-horse-9';

beforeAll(async () => {
  service = await startService({ config: readConfig(env), onDatabaseLost: () => {} });
  await done('account create wang --email wang@example.com --password-file -', administratorPassword);
  await done('account create lina --phone 13912345678 --password-file -', administratorPassword);
  await done(
    'tenant create 晨光科技 --id cg --service-version eds-pro_16.2 --administrators wang=王强 --approvers lina=李娜',
  );
  for (const [name, id] of [
    ['张伟', 'p1'],
    ['吴一', 'p2'],
  ])
    await done(`member add ${name} --tenant cg --new-account ${id} --email ${id}@example.com --id ${id}`);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('performs an act on many members with a result for each', async () => {
  await done('org create 采购部 --tenant cg --id purchase');
  const moved = await done('member bulk move --tenant cg --people p1 --file - --org purchase', 'p2\n\n');
  expect(moved).toMatchObject({ done: 2, failed: 0, data: [{ id: 'p1', ok: true }, { id: 'p2' }] });
  expect(await done('member list --tenant cg --org purchase')).toMatchObject({ total: 2 });
  const removed = await sealflow(
    'member bulk remove-role --tenant cg --people wang,p1 --role administrators',
  );
  expect([removed.code, removed.err]).toEqual([1, '']);
  expect(removed.out).toMatch(/failed +\S[\s\S]*1 done, 1 failed/);
  expect(await refused('member bulk end --tenant cg --people p1', 2)).toContain('--yes');
  expect(await refused('member bulk end --tenant cg --people nobody --yes')).toContain('nobody: ');
  expect(await refused('member bulk suspend --tenant cg', 2)).toContain('--people or --file');
});

test('withdraws many documents and devices with a result for each', async () => {
  writeFileSync(join(folder, '纪要.txt'), 'minutes');
  const sealed = await done('seal 纪要.txt --tenant cg --owner p1');
  const id = String(sealed['documentID']);
  const missing = '00000000-0000-4000-8000-000000000000';
  const bulk = await sealflow(`document bulk withdraw --tenant cg --documents ${id},${missing} --yes --json`);
  expect([bulk.code, jsonOf(bulk)]).toMatchObject([
    1,
    {
      done: 1,
      failed: 1,
      data: [
        { id, ok: true },
        { id: missing, code: 'key.document_not_found' },
      ],
    },
  ]);
  expect(await done('document list --tenant cg --withdrawn yes')).toMatchObject({ total: 1 });
  const again = await done('document bulk withdraw --tenant cg --file - --yes', `${id}\n`);
  expect(again).toMatchObject({ done: 1, failed: 0 });
  const devices = await sealflow('device bulk withdraw --tenant cg --devices p1/none --yes --json');
  expect([devices.code, jsonOf(devices)]).toMatchObject([
    1,
    { done: 0, failed: 1, data: [{ id: 'p1/none', ok: false }] },
  ]);
  expect(await refused(`document bulk withdraw --tenant cg --documents ${id}`, 2)).toContain('--yes');
  expect(await refused('device bulk lock --tenant cg --devices p1/none --yes', 2)).toContain('withdraw');
  expect(await refused('device bulk withdraw --tenant cg --devices phone --yes', 2)).toContain(
    'PERSON/DEVICE',
  );
  expect(await refused('document bulk withdraw --tenant cg --yes', 2)).toContain('--documents or --file');
});

test('asks the head of the applicant’s department in a stage', async () => {
  const set = await done('flow-type set mail_out --tenant cg --stages any:@head;all:lina,@head');
  expect(set).toMatchObject({
    process: {
      stages: [
        { rule: 'any_of', approvers: [], departmentHead: true },
        { rule: 'all_of', departmentHead: true },
      ],
    },
  });
  const listed = await sealflow('flow-type list --tenant cg');
  expect(listed.out).toMatch(/any: @head → all: @head, 李娜/);
});

test('asks people by rules in a stage, and names fallback approvers', async () => {
  const set = await done(
    'flow-type set file_marking --tenant cg --stages any:@head-above,@owner,lina;all:@choice --fallback lina',
  );
  expect(set).toMatchObject({
    process: {
      stages: [
        { rule: 'any_of', headAbove: true, documentOwner: true },
        { rule: 'all_of', approvers: [], applicantChoice: {} },
      ],
      fallback: [expect.any(String)],
    },
  });
  const listed = await sealflow('flow-type list --tenant cg');
  expect(listed.out).toMatch(/any: @head-above, @owner, 李娜 → all: @choice/);
  expect(await refused('flow-type set file_marking --tenant cg --stages any:@boss', 2)).toContain('@boss');
  expect(await refused('flow-type set file_marking --tenant cg --stages any:@choice:role=none', 1)).toContain(
    'rule',
  );
});

test('sets and clears the head of a department, and lists failed deliveries', async () => {
  await done('org create 法务部 --tenant cg --id legal');
  expect(await done('org set-head legal --tenant cg --member p1')).toMatchObject({ head: { fid: 'p1' } });
  expect(await done('org set-head legal --tenant cg')).toMatchObject({ head: null });
  expect(await done('delivery failures --tenant cg --channel push --days 7')).toMatchObject({ total: 0 });
});

test('writes all members that match into a file', async () => {
  expect(await done('member dump --tenant cg --out people.jsonl --org purchase')).toMatchObject({
    people: 2,
  });
  const lines = readFileSync(join(folder, 'people.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ fid: 'p2' }, { fid: 'p1' }]);
});

test('writes the result of each row of an import, and lists imports', async () => {
  writeFileSync(
    join(folder, 'people.csv'),
    'name,department,phone\n郑二,采购部,13900001111\n坏,没有,13900001112\n',
  );
  const imported = await sealflow('member import people.csv --tenant cg --results rows.jsonl --json');
  const { importID } = jsonOf(imported);
  const results = readFileSync(join(folder, 'rows.jsonl'), 'utf8').trim().split('\n');
  expect(results.map((line) => JSON.parse(line))).toMatchObject([
    { row: 2, outcome: 'added', errors: [] },
    { row: 3, outcome: 'failed', errors: [{ field: 'department' }] },
  ]);
  expect(await done('import list --tenant cg')).toMatchObject({ total: 1, data: [{ importID, failed: 1 }] });
  const shown = await sealflow(`import show ${String(importID)} --tenant cg`);
  expect([shown.code, shown.err]).toEqual([1, '']);
  expect(shown.out).toMatch(/^3 +department/m);
  expect(await refused(`import cancel ${String(importID)} --tenant cg`)).toContain(
    'admin.import_state_error',
  );
});

test('drafts, simulates, publishes and restores a process', async () => {
  const exported = await done('flow-type export file_out --tenant cg');
  expect(exported).toMatchObject({ process: { stages: [{ rule: 'any_of' }] } });
  expect(JSON.stringify(exported)).not.toContain('delivery');
  const { approvers } = (exported['process'] as { stages: { approvers: string[] }[] }).stages[0] ?? {};
  const twoStages = {
    name: '外发',
    process: {
      stages: [
        { rule: 'all_of', approvers },
        { rule: 'any_of', approvers },
      ],
    },
  };
  const draft = JSON.stringify({
    ...twoStages,
    process: { ...(exported['process'] as object), ...twoStages.process },
  });
  await done('flow-type draft file_out --tenant cg --file -', draft);
  const simulated = await done('flow-type simulate file_out --tenant cg --applicant p1');
  expect(simulated).toMatchObject({ isPossible: true, stages: [{ rule: 'all_of' }, { rule: 'any_of' }] });
  const published = await done('flow-type simulate file_out --tenant cg --applicant p1 --published');
  expect(published).toMatchObject({ stages: [{ rule: 'any_of' }] });
  expect(await done('flow-type publish file_out --tenant cg')).toMatchObject({
    published: { version: 2 },
    draft: null,
  });
  expect(await done('flow-type versions file_out --tenant cg')).toMatchObject({
    total: 2,
    data: [{ name: '外发' }, {}],
  });
  await done('flow-type restore file_out --tenant cg --version 1');
  await done('flow-type discard file_out --tenant cg');
  expect(await refused('flow-type publish file_out --tenant cg')).toContain('(admin.no_draft)');
  writeFileSync(join(folder, 'other.json'), '[]');
  expect(await refused('flow-type draft file_out --tenant cg --file other.json', 2)).toContain(
    'flow-type export',
  );
});

test('shows, reassigns and cancels applications', async () => {
  const signIn = await post('/api/v1/auth/token', null, {
    username: 'wang',
    password: administratorPassword,
  });
  const applied = await post('/api/v1/tenants/cg/user-flows', String(signIn['token']), {
    type: 'trusted_mailbox_application',
    title: '申请邮箱',
    description: '',
    files: [],
  });
  const { id } = applied['data'] as { id: string };
  const waiting = await done('application list --tenant cg --assignee lina');
  expect(waiting).toMatchObject({ total: 1, data: [{ id, waitingFor: [{ name: '李娜' }] }] });
  const { process } = (await done(`application show ${id} --tenant cg`)) as {
    process: { tasks: { id: string; state: string }[] }[];
  };
  const task = process.flatMap(({ tasks }) => tasks).find(({ state }) => state === 'awaiting')?.id;
  expect((await sealflow(`application show ${id} --tenant cg`)).out).toContain('李娜');
  await done(`application reassign ${task} --tenant cg --to p1 --reason 出差`);
  expect(await done('application list --tenant cg --assignee lina')).toMatchObject({ total: 0 });
  expect(await done('tenant overview cg')).toMatchObject({ flows: { inProgress: 1, waitingTasks: 1 } });
  expect(await refused(`application retry ${id} --tenant cg`)).toContain('(work.flow_state_error)');
  expect(await done(`application cancel ${id} --tenant cg --reason 重复`)).toMatchObject({
    state: 'canceled',
  });
});

test('schedules a message to a department and shows it', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const sent = await done(`message send 培训 --tenant cg --text 周四 --orgs purchase --at ${at}`);
  const shown = await done(`message show ${String(sent['postID'])} --tenant cg`);
  expect(shown).toMatchObject({ state: 'scheduled', audience: { organisations: [{ orgID: 'purchase' }] } });
  expect(await done('message list --tenant cg --state scheduled')).toMatchObject({ total: 1 });
  expect(await refused('message list --state scheduled', 2)).toContain('--tenant');
});

test('stores, tests and deletes the mail server and the SMS gateway', async () => {
  const smtp = await openTestSmtp();
  try {
    const { hostname, port } = new URL(smtp.url);
    const set = `delivery set-mail ${hostname} --port ${port} --tls starttls --from sealflow@example.com`;
    expect(await done(set)).toMatchObject({ source: 'stored', server: { hasPassword: false } });
    await done('delivery test-mail me@example.com');
    expect(smtp.mails).toHaveLength(1);
  } finally {
    await smtp.close();
  }
  const sms = await done('delivery set-sms https://sms.example.com/send --token-file -', 'secret-token\n');
  expect(sms).toMatchObject({ gateway: { hasToken: true } });
  expect((await sealflow('delivery show')).out).not.toContain('secret-token');
  expect(await refused('delivery set-sms https://sms.example.com --token-file x --no-token')).toContain(
    'ENOENT',
  );
  expect(await done('delivery clear-sms')).toMatchObject({ source: 'none' });
  expect(await refused('delivery test-sms 13900001111')).toContain('(admin.delivery_not_configured)');
  expect(await done('delivery clear-mail')).toMatchObject({ source: 'none' });
});

test('confirms the copy of the master key', async () => {
  expect(await done('master-key show')).toMatchObject({ path: env.MASTER_KEY_FILE, confirmedAt: null });
  expect(await done('master-key confirm-copy')).toMatchObject({ confirmedAt: expect.any(Number) });
});

async function post(path: string, token: string | null, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

test('shows the state of the deployment, drains a node and runs housekeeping', async () => {
  expect(await done('health show')).toMatchObject({ failures: [], storage: { kind: 'folder' } });
  expect(await done('health metrics --range month')).toMatchObject({ spanMs: 3_600_000 });
  const { data } = await done('node list');
  expect(data).toMatchObject([{ state: 'running', isAnswering: true }]);
  const [{ node } = { node: '' }] = data as { node: string }[];
  expect(await refused(`node drain ${node}`, 2)).toContain('--yes');
  await done(`node drain ${node} --yes`);
  expect(await done('node list')).toMatchObject({ data: [{ state: 'draining' }] });
  expect((await sealflow('health show')).out).toContain(`${node} draining`);
  await done(`node end-draining ${node}`);
  expect(await refused('node drain nowhere:1 --yes')).toContain('admin.node_not_found');
  expect(await done('job list --queue workflow.deadlines')).toEqual({ total: 0, data: [] });
  expect(await refused('job retry none')).toContain('admin.job_not_found');
  expect(await done('housekeeping run')).toEqual({ outcome: 'done' });
});

test('publishes versions of an agreement', async () => {
  writeFileSync(join(folder, 'eula.zh.md'), '# 服务协议\n\n第一条\n');
  writeFileSync(join(folder, 'eula.en.md'), '# Terms\n\nFirst\n');
  const publish = 'agreement publish eula --version 2.0 --zh eula.zh.md --en';
  expect(await done(`${publish} eula.en.md`)).toMatchObject({ version: '2.0' });
  expect(await refused(`${publish} eula.en.md`)).toContain('admin.agreement_version_exists');
  expect(await refused(`${publish} -`, 2)).toContain('# title');
  expect(await done('agreement list')).toMatchObject({ data: [{ version: '2.0' }, { source: 'built_in' }] });
  expect(await done('agreement versions eula')).toMatchObject({
    total: 1,
    data: [{ zh: { title: '服务协议', text: '第一条' }, en: { title: 'Terms', text: 'First' } }],
  });
  const save = 'agreement save-draft eula --version 2.1 --zh eula.zh.md --en eula.en.md --ask-again';
  await done(save);
  await done('agreement discard-draft eula');
  expect(await refused('agreement publish-draft eula')).toContain('admin.no_draft');
  await done(save);
  expect((await sealflow('agreement draft eula')).out).toContain('2.1');
  expect(await done('agreement publish-draft eula')).toMatchObject({ version: '2.1' });
  expect(await done('agreement versions eula')).toMatchObject({
    data: [{ version: '2.1', asksAgain: true, agreed: 0 }, { asksAgain: false }],
  });
});
