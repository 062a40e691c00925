import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestSmtp } from '../../apps/server/testing/smtp.ts';
import { totpAt } from '../../apps/server/testing/totp.ts';
import { jsonRunner, runner } from './command-runner.ts';
import type { Acknowledged, Deployment } from './deployment.ts';
import { approver, nodeUrl } from './installation.steps.ts';
import { signIn, submitApplications } from './person.ts';
import { check, type DrillStep } from './step.ts';
import { waitUntil } from './wait-until.ts';

/** The options of commands for the organisation of the steps of day two. */
const inTenant = ['--tenant', 'yunqi'];

/** The steps of day two that concern the deployment: its operators, keys, releases, nodes and database. */
export const operationSteps: readonly DrillStep[] = [
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
      await appointOperator(deployment);
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
];

/** Creates an operator by a set-up link, withdraws the role, grants it again and removes the authenticator app. */
async function appointOperator(deployment: Deployment): Promise<void> {
  const run = runner(deployment);
  const json = jsonRunner(deployment);
  const { url } = JSON.parse(await json(['operator', 'setup-link'])) as { url: string };
  const token = new URL(url).hash.slice(1);
  const username = 'operator-yuan';
  const post = async (action: string, body: object) => {
    const response = await fetch(`${nodeUrl(deployment, 'a')}/api/v1/setup/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, username, ...body }),
    });
    check(response.ok, `the set-up link is accepted for ${action}: ${response.status}`);
    return (await response.json()) as { data: { secret: string } };
  };
  const { data } = await post('enrol-totp', {});
  await post('create-operator', {
    name: '袁',
    password: 'drill-Secret-3',
    totp: totpAt(data.secret, Date.now()),
  });
  const people = JSON.parse(await json(['operator', 'people'])) as { data: { operatorID: string }[] };
  await run(['operator', 'withdraw', people.data[0]?.operatorID ?? '']);
  await run(['operator', 'grant', username, '--name', '袁']);
  await run(['account', 'remove-totp', username]);
}
