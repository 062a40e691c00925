import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Device, openDevice } from '../faults/device.ts';
import { administrationSteps } from './administration.steps.ts';
import { jsonRunner, runner } from './command-runner.ts';
import { type Deployment, repository } from './deployment.ts';
import { nodeUrl } from './installation.steps.ts';
import { operationSteps } from './operation.steps.ts';
import { signIn } from './person.ts';
import { check, type DrillStep } from './step.ts';

/** The organisation that these steps change, close and delete. The organisation of the manual’s example stays. */
const tenant = 'yunqi';
const administrator = 'shenyi';
const employee = 'hejun';
const leaver = 'qianlu';
const newcomer = 'chenchen';
const password = 'drill-Secret-2';

const inTenant = ['--tenant', tenant];

export const dayTwoSteps: readonly DrillStep[] = [
  {
    name: 'day two: the commands of the manual set up, change and maintain an organisation',
    run: async (deployment) => {
      const run = runner(deployment);
      const json = jsonRunner(deployment);
      await run(['account', 'create', administrator, '--email', 'shenyi@example.com', '--one-time']);
      await run(['account', 'create', employee, '--phone', '13800001111', '--password-file', '-'], password);
      const named = `${administrator}=沈怡`;
      const founding = ['tenant', 'create', '云起', '--id', tenant, '--service-version', 'eds-pro_16.2'];
      await run([...founding, '--administrators', named, '--approvers', named]);
      await run(['tenant', 'list']);
      await run(['tenant', 'change', tenant, '--second-factor', 'new_devices']);
      check((await json(['tenant', 'show', tenant])).includes('new_devices'), 'the second factor is shown');
      await run(['tenant', 'change', tenant, '--second-factor', 'none']);
      await run(['tenant', 'change', tenant, '--exact-pages', 'preload', '--renditions', 'yes']);
      await run(['tenant', 'change', tenant, '--exact-pages', 'ask', '--renditions', 'no']);
      await run(['tenant', 'change', tenant, '--full-text-search', 'no']);
      await run(['tenant', 'change', tenant, '--full-text-search', 'yes']);
      await run(['org', 'create', '销售部', ...inTenant, '--id', 'sales']);
      await run(['org', 'rename', 'sales', ...inTenant, '--name', '市场部']);
      check((await json(['org', 'list', ...inTenant])).includes('市场部'), 'the new name is listed');
      await run(['role', 'create', '审计员', ...inTenant, '--rights', 'app_login', '--id', 'auditors']);
      await run(['role', 'change', 'auditors', ...inTenant, '--name', '内审']);
      check((await json(['role', 'list', ...inTenant])).includes('内审'), 'the role is listed');
      await run(['member', 'add', '何军', ...inTenant, '--account', employee, '--org', 'sales']);
      await run([
        'member',
        'add',
        '钱露',
        ...inTenant,
        '--new-account',
        leaver,
        '--email',
        'qianlu@example.com',
      ]);
      const people = join(deployment.folder, 'people.csv');
      writeFileSync(people, '姓名,部门,手机号,工号\n吴一,总部/研发部,13800003333,1001\n');
      await run(['member', 'import', people, ...inTenant, '--create-departments']);
      const repeated = await json(['member', 'import', people, ...inTenant]);
      check(/"unchanged":\s*1/.test(repeated), 'the second import adds no person');
      await run(['org', 'set-head', 'sales', ...inTenant, '--member', employee]);
      await run(['member', 'list', ...inTenant]);
      await run(['member', 'show', employee, ...inTenant]);
      await run(['member', 'change', employee, ...inTenant, '--roles', 'users,auditors', '--org', 'none']);
      await run(['role', 'change', 'auditors', ...inTenant, '--rights', 'none']);
      await run(['member', 'change', employee, ...inTenant, '--roles', 'users']);
      await run(['role', 'delete', 'auditors', ...inTenant]);
      await run(['org', 'delete', 'sales', ...inTenant]);
      await run(['class', 'create', '机密', ...inTenant, '--id', 'secret', '--level', '3', '--lease', '12h']);
      await run(['class', 'create', '临时', ...inTenant, '--id', 'draft', '--level', '1']);
      await run(['class', 'change', 'secret', ...inTenant, '--no-download', 'yes']);
      await run(['class', 'delete', 'draft', ...inTenant]);
      check((await json(['class', 'list', ...inTenant])).includes('机密'), 'the class is listed');
      await run(['clearance', 'set', leaver, ...inTenant, '--level', '3']);
      check((await json(['clearance', 'list', ...inTenant])).includes('3'), 'the clearance is listed');
      await run(['clearance', 'clear', leaver, ...inTenant]);
      await run(['flow-type', 'set', 'file_out', ...inTenant, '--stages', `any:${administrator}`]);
      await run(['flow-type', 'show', 'file_out', ...inTenant]);
      await run(['flow-type', 'remove', 'file_out', ...inTenant]);
      await run(['flow-type', 'list', ...inTenant]);
      await run(['mailbox', 'trust', 'bank@example.com', ...inTenant]);
      check((await json(['mailbox', 'list', ...inTenant])).includes('bank@example.com'), 'it is trusted');
      await run(['mailbox', 'distrust', 'bank@example.com', ...inTenant]);
    },
  },
  ...administrationSteps({ tenant, administrator, employee, leaver, password }),
  {
    name: 'day two: documents, keys and messages are issued and withdrawn',
    run: async (deployment) => {
      const run = runner(deployment);
      const json = jsonRunner(deployment);
      const file = join(deployment.folder, 'day-two.txt');
      writeFileSync(file, 'to be sealed\n');
      await run(['seal', file, ...inTenant, '--owner', leaver]);
      const letter = join(deployment.folder, 'day-two.rtf');
      writeFileSync(letter, String.raw`{\rtf1 to be converted\par}`);
      await run(['render', letter]);
      const documents = await json(['document', 'list', ...inTenant]);
      const [documentId = ''] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(documents) ?? [];
      await run(['document', 'grant', documentId, ...inTenant, '--to', employee]);
      await run(['document', 'show', documentId, ...inTenant]);
      await run(['document', 'revoke', documentId, ...inTenant, '--from', employee]);
      await run(['document', 'transfer', leaver, ...inTenant, '--to', employee]);
      await run(['document', 'withdraw', documentId, ...inTenant]);
      await run(['document', 'bulk', 'withdraw', ...inTenant, '--documents', documentId, '--yes']);
      await run(['key', 'rotate', ...inTenant]);
      check((await json(['key', 'list', ...inTenant])).includes('2'), 'two generations exist');
      await run(['key', 'withdraw', '1', ...inTenant, '--yes']);
      await run(['message', 'announce', '今晚维护', '--title-en', 'Maintenance tonight', '--text', '22:00']);
      await run(['message', 'send', '欢迎', ...inTenant, '--to', employee, '--text', '你好']);
      const messages = JSON.parse(await json(['message', 'list'])) as { data: { postID: string }[] };
      await run(['message', 'withdraw', messages.data[0]?.postID ?? '']);
    },
  },
  {
    name: 'day two: a person is locked out, restored, loses a device, and leaves',
    run: async (deployment) => {
      const run = runner(deployment);
      const json = jsonRunner(deployment);
      const person = { username: employee, password, tid: tenant };
      const url = nodeUrl(deployment, 'a');
      check((await signIn(url, person)).token !== '', 'the employee signs in');
      await run(['account', 'list']);
      check((await json(['account', 'show', employee])).includes(tenant), 'the tenant is named');
      await run(['account', 'change', employee, '--phone', '13800002222']);
      await run(['account', 'unlock', employee]);
      await run(['account', 'end-sessions', employee]);
      await run(['member', 'end-sessions', leaver, ...inTenant]);
      await run(['member', 'request-reset', leaver, ...inTenant]);
      const phone = await openPhone(deployment);
      const token = await phone.token();
      check((await json(['device', 'list', ...inTenant, '--member', employee])).includes(phone.id), 'listed');
      await run(['device', 'find', ...inTenant, '--keyword', phone.id]);
      await run(['device', 'withdraw', phone.id, ...inTenant, '--member', employee]);
      await check401(url, token);
      const other = await openPhone(deployment);
      await other.token();
      const named = `${employee}/${other.id}`;
      await run(['device', 'bulk', 'withdraw', ...inTenant, '--devices', named, '--yes']);
      await run(['account', 'close', employee]);
      const closed = await signIn(url, person).then(
        () => 'signed in',
        () => 'refused',
      );
      check(closed === 'refused', 'a closed account does not sign in');
      await run(['account', 'reopen', employee]);
      check((await signIn(url, person)).token !== '', 'a reopened account signs in');
      check(
        (await json(['account', 'reset-password', employee])).includes('assword'),
        'a password is printed',
      );
      check(
        (await json(['member', 'export', leaver, ...inTenant])).includes('钱露'),
        'the export has the name',
      );
      await run(['member', 'end', leaver, ...inTenant]);
      await run(['member', 'delete', leaver, ...inTenant, '--confirm', '钱露']);
      await run(['account', 'create', newcomer, '--email', 'chenchen@example.com', '--one-time']);
      await run(['member', 'add', '陈晨', ...inTenant, '--account', 'chenchen@example.com', '--id', 'yq9']);
      const invited = await json(['member', 'list', ...inTenant, '--state', 'invited']);
      check(invited.includes('陈晨'), 'the invitation is listed');
      await run(['member', 'resend-invitation', 'yq9', ...inTenant]);
    },
  },
  ...operationSteps,
  {
    name: 'day two: an organisation is closed, reopened, exported and deleted',
    run: async (deployment) => {
      const run = runner(deployment);
      await run(['tenant', 'close', tenant]);
      await run(['tenant', 'reopen', tenant]);
      await run(['tenant', 'export', tenant, '--out', join(deployment.folder, 'tenant.jsonl')]);
      await run(['tenant', 'close', tenant]);
      await run(['tenant', 'delete', tenant, '--confirm', '云起']);
      await run(['audit', 'verify', ...inTenant]);
      await run(['audit', 'verify', '--deployment']);
    },
  },
  {
    name: 'day two: every command of the manual’s table was executed',
    run: async (deployment) => {
      const manual = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
      const commands = [...manual.matchAll(/^\| `([a-z-]+ [a-z-]+)/gm)].map(([, command = '']) => command);
      check(commands.length >= 70, 'the manual has its table');
      const missing = commands.filter((command) => !deployment.commandsRun.has(command));
      check(missing.length === 0, `every command was executed, missing: ${missing.join(', ')}`);
    },
  },
];

/** The employee's phone, signed in. */
async function openPhone(deployment: Deployment): Promise<Device> {
  const url = nodeUrl(deployment, 'a');
  return openDevice({
    client: {
      call: async ({ method, path, json }) => {
        const response = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        });
        return { status: response.status, body: await response.json(), bytes: undefined };
      },
    },
    publicUrl: deployment.settings['PUBLIC_URL'] ?? '',
    password,
    tid: tenant,
    fid: employee,
    aid: employee,
  });
}

/** Checks that the token of an ended session is rejected. */
async function check401(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/devices`, { headers: { authorization: `Bearer ${token}` } });
  check(response.status === 401, `the token is rejected with 401, not ${response.status}`);
}
