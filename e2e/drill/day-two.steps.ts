import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openTestSmtp } from '../../apps/server/testing/smtp.ts';
import { type Device, openDevice } from '../faults/device.ts';
import { type Acknowledged, type CommandResult, type Deployment, repository } from './deployment.ts';
import { approver, nodeUrl } from './installation.steps.ts';
import { signIn, submitApplications } from './person.ts';
import { check, type DrillStep } from './step.ts';

/** The organisation that this step changes, closes and deletes. The organisation of the manual’s example stays. */
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
  {
    name: 'day two: documents, keys and messages are issued and withdrawn',
    run: async (deployment) => {
      const run = runner(deployment);
      const json = jsonRunner(deployment);
      const file = join(deployment.folder, 'day-two.txt');
      writeFileSync(file, 'to be sealed\n');
      await run(['seal', file, ...inTenant, '--owner', leaver]);
      const documents = await json(['document', 'list', ...inTenant]);
      const [documentId = ''] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(documents) ?? [];
      await run(['document', 'grant', documentId, ...inTenant, '--to', employee]);
      await run(['document', 'show', documentId, ...inTenant]);
      await run(['document', 'revoke', documentId, ...inTenant, '--from', employee]);
      await run(['document', 'transfer', leaver, ...inTenant, '--to', employee]);
      await run(['document', 'withdraw', documentId, ...inTenant]);
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
      await run(['device', 'withdraw', phone.id, ...inTenant, '--member', employee]);
      await check401(url, token);
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
  {
    name: 'day two: operators, signing keys, releases and the audit',
    run: async (deployment) => {
      const run = runner(deployment);
      const json = jsonRunner(deployment);
      const kids = () => json(['signing-key', 'list']);
      const before = JSON.parse(await kids()) as { data: { kid: string; state: string }[] };
      const jwks = join(deployment.folder, 'jwks.json');
      writeFileSync(jwks, await (await fetch(`${nodeUrl(deployment, 'a')}/.well-known/jwks.json`)).text());
      const exported = join(deployment.folder, 'audit.jsonl');
      await run(['audit', 'list', ...inTenant, '--limit', '5']);
      await run(['audit', 'export', ...inTenant, '--out', exported]);
      await run(['audit', 'verify', ...inTenant]);
      await run(['audit', 'verify', '--file', exported, '--jwks', jwks]);
      const changed = readFileSync(exported, 'utf8').replace(/"act":"[a-z]/, '"act":"x');
      writeFileSync(exported, changed);
      const damaged = await deployment.sealflow('a', ['audit', 'verify', '--file', exported, '--jwks', jwks]);
      check(damaged.code === 1, `a changed export does not verify: ${damaged.out}`);
      await run(['signing-key', 'rotate']);
      check((await kids()).includes('next'), 'the next key is published before its use');
      const signing = before.data.find(({ state }) => state === 'signing')?.kid ?? '';
      await run(['signing-key', 'withdraw', signing, '--yes']);
      await run(['audit', 'verify', ...inTenant]);
      check((await signIn(nodeUrl(deployment, 'b'), approver)).token !== '', 'sign-ins use the next key');
      const created = await json(['operator', 'create', 'second']);
      check((await json(['operator', 'list'])).includes('second'), 'the label is listed');
      const [, operatorID = ''] = /"operatorID":\s*"([^"]+)"/.exec(created) ?? [];
      await run(['operator', 'withdraw', operatorID]);
      const publish = ['release', 'publish', '--platform', 'ios', '--version', '9.9.9'];
      await run([...publish, '--store-url', 'https://apps.apple.com/app/id1']);
      const releases = await json(['release', 'list']);
      const [, release = ''] = /"(?:id|releaseID)":\s*"?([^",}]+)/.exec(releases) ?? [];
      await run(['release', 'withdraw', release]);
      await run(['config', 'list']);
      const smtp = await openTestSmtp();
      try {
        const smtpSettings = { SMTP_URL: smtp.url, MAIL_FROM: 'sealflow@example.com' };
        const sent = await deployment.sealflow('a', ['mail', 'test', 'operator@example.com'], {
          more: smtpSettings,
        });
        check(sent.code === 0 && smtp.mails.length === 1, `a mail is sent: ${sent.err}`);
      } finally {
        await smtp.close();
      }
    },
  },
  {
    name: 'day two: both nodes are restarted one after the other under load, and no call fails',
    run: async (deployment) => {
      const end = new AbortController();
      const acknowledged: Acknowledged = { flows: [], files: [] };
      for (const [restarting, remaining] of [
        ['a', 'b'],
        ['b', 'a'],
      ] as const) {
        const stop = new AbortController();
        const url = nodeUrl(deployment, remaining);
        const load = submitApplications(url, await signIn(url, approver), { acknowledged, end: stop.signal });
        const count = acknowledged.flows.length;
        await deployment.nodes.get(restarting)?.child.end('SIGTERM');
        const restarted = await deployment.startNode(restarting);
        check((await fetch(`${restarted.url}/readyz`)).status === 200, `${restarting} is ready again`);
        await waitUntil(() => acknowledged.flows.length > count + 3, 'the load continues');
        stop.abort();
        const failures = await load;
        check(failures.length === 0, `no call fails: ${failures[0]}`);
      }
      end.abort();
      deployment.acknowledged.flows.push(...acknowledged.flows);
      deployment.acknowledged.files.push(...acknowledged.files);
    },
  },
  {
    name: 'day two: readyz reports a missing database, and nodes recover when it returns',
    run: async (deployment) => {
      const readiness = async (name: string) => (await fetch(`${nodeUrl(deployment, name)}/readyz`)).status;
      deployment.database.kill();
      await waitUntil(async () => (await readiness('a')) === 503, 'readyz answers 503');
      await deployment.database.restart();
      for (const name of ['a', 'b'])
        await waitUntil(async () => (await readiness(name)) === 200, `${name} is ready`);
      check((await signIn(nodeUrl(deployment, 'b'), approver)).token !== '', 'the approver signs in');
    },
  },
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
        const answer = await fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        });
        return { status: answer.status, body: await answer.json(), bytes: undefined };
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
  const answer = await fetch(`${url}/api/v1/devices`, { headers: { authorization: `Bearer ${token}` } });
  check(answer.status === 401, `the token is refused, not answered ${answer.status}`);
}

/** Runs a command that must succeed. */
function runner(deployment: Deployment) {
  return async (words: readonly string[], input?: string): Promise<CommandResult> => {
    const result = await deployment.sealflow('a', words, input === undefined ? {} : { input: `${input}\n` });
    check(result.code === 0, `${words.slice(0, 2).join(' ')} ends with 0, not ${result.code}: ${result.err}`);
    return result;
  };
}

/** @returns the output of a command with `--json`. */
function jsonRunner(deployment: Deployment) {
  const run = runner(deployment);
  return async (words: readonly string[]): Promise<string> => (await run([...words, '--json'])).out;
}

/** @throws Error if the condition does not hold within a minute. */
async function waitUntil(isMet: () => boolean | Promise<boolean>, expected: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await isMet())) {
    check(performance.now() - startedMs < 60_000, expected);
    await pause(50);
  }
}
