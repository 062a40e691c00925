import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestSms } from '../../apps/server/testing/sms.ts';
import { openTestSmtp } from '../../apps/server/testing/smtp.ts';
import { jsonRunner, runner } from './command-runner.ts';
import type { Deployment } from './deployment.ts';
import { nodeUrl } from './installation.steps.ts';
import { call, signIn } from './person.ts';
import { check, type DrillStep } from './step.ts';

interface Names {
  readonly tenant: string;
  /** Approves every application. */
  readonly administrator: string;
  readonly employee: string;
  readonly leaver: string;
  /** Of the employee. */
  readonly password: string;
}

/** What administrators do in the console, for the organisation of the steps of day two, by the command line. */
export function administrationSteps(names: Names): readonly DrillStep[] {
  const { tenant, employee } = names;
  const inTenant = ['--tenant', tenant];
  return [
    {
      name: 'day two: many people, imports, processes, applications and scheduled messages',
      run: async (deployment) => {
        const run = runner(deployment);
        const json = jsonRunner(deployment);
        await run(['member', 'bulk', 'move', ...inTenant, '--people', employee, '--org', 'none']);
        const dump = join(deployment.folder, 'people.jsonl');
        await run(['member', 'dump', ...inTenant, '--out', dump]);
        check(readFileSync(dump, 'utf8').includes('何军'), 'the file contains the people');
        const imports = JSON.parse(await json(['import', 'list', ...inTenant])) as {
          data: { importID: string }[];
        };
        const importID = imports.data[0]?.importID ?? '';
        await run(['import', 'show', importID, ...inTenant]);
        const canceled = await deployment.sealflow('a', ['import', 'cancel', importID, ...inTenant]);
        check(canceled.err.includes('admin.import_state_error'), 'an import that has ended is not canceled');
        await changeProcess(deployment, { inTenant, applicant: employee });
        await cancelApplication(deployment, names);
        await run(['tenant', 'overview', tenant]);
        const at = new Date(Date.now() + 86_400_000).toISOString();
        const scheduled = await json(['message', 'send', '培训', ...inTenant, '--text', '周四', '--at', at]);
        const { postID } = JSON.parse(scheduled) as { postID: string };
        const shown = await json(['message', 'show', postID, ...inTenant]);
        check(shown.includes('scheduled'), 'the message is scheduled');
        await run(['message', 'withdraw', postID, ...inTenant]);
      },
    },
    {
      name: 'day two: the state of the deployment, a drained node, a failed job and an agreement',
      run: operate,
    },
    {
      name: 'day two: mail and text messages are set up without a restart',
      run: async (deployment) => {
        const run = runner(deployment);
        const [smtp, sms] = [await openTestSmtp(), await openTestSms()];
        try {
          const { hostname, port } = new URL(smtp.url);
          const server = [hostname, '--port', port, '--tls', 'starttls', '--from', 'sealflow@example.com'];
          await run(['delivery', 'set-mail', ...server]);
          await run(['delivery', 'test-mail', 'operator@example.com']);
          check(smtp.mails.length === 1, 'a mail is sent');
          await run(['delivery', 'set-sms', sms.url, '--token-file', '-'], 'drill-token');
          await run(['delivery', 'test-sms', '13800004444']);
          check(sms.messages.length === 1, 'a text message is sent');
          const shown = (await run(['delivery', 'show'])).out;
          check(shown.includes(hostname) && !shown.includes('drill-token'), 'settings without secrets');
        } finally {
          await smtp.close();
          await sms.close();
        }
        await run(['delivery', 'clear-mail']);
        await run(['delivery', 'clear-sms']);
        await run(['master-key', 'confirm-copy']);
        check(!(await run(['master-key', 'show'])).out.includes('confirmed  -'), 'the copy is confirmed');
      },
    },
  ];
}

/** Reads the state of the deployment, drains a node for a moment, and publishes an agreement. */
async function operate(deployment: Deployment): Promise<void> {
  const run = runner(deployment);
  const health = JSON.parse(await jsonRunner(deployment)(['health', 'show'])) as { failures: unknown[] };
  check(health.failures.length === 0, 'every part of the state can be read');
  await run(['health', 'metrics', '--range', 'day']);
  const nodes = JSON.parse(await jsonRunner(deployment)(['node', 'list'])) as { data: { node: string }[] };
  const port = new URL(nodeUrl(deployment, 'a')).port;
  const node = nodes.data.find((one) => one.node.endsWith(`:${port}`))?.node ?? '';
  await run(['node', 'drain', node, '--yes']);
  check((await run(['node', 'list'])).out.includes('draining'), 'the node is drained');
  await run(['node', 'end-draining', node]);
  await run(['job', 'list']);
  await run(['delivery', 'failures', '--channel', 'mail', '--days', '7']);
  const retried = await deployment.sealflow('a', ['job', 'retry', 'none']);
  check(retried.err.includes('admin.job_not_found'), 'only a failed job is retried');
  const outcome = await jsonRunner(deployment)(['housekeeping', 'run']);
  check(outcome.includes('done'), 'housekeeping is done');
  const [zh, en] = [join(deployment.folder, 'policy.zh.md'), join(deployment.folder, 'policy.en.md')];
  writeFileSync(zh, '# 隐私政策\n\n第一条\n');
  writeFileSync(en, '# Privacy policy\n\nFirst\n');
  await run(['agreement', 'publish', 'privacy-policy', '--version', '2.0', '--zh', zh, '--en', en]);
  check((await run(['agreement', 'list'])).out.includes('published'), 'the agreement is in force');
  await run(['agreement', 'versions', 'privacy-policy']);
  const next = ['privacy-policy', '--version', '2.1', '--zh', zh, '--en', en, '--ask-again'];
  await run(['agreement', 'save-draft', ...next]);
  await run(['agreement', 'discard-draft', 'privacy-policy']);
  await run(['agreement', 'save-draft', ...next]);
  check((await run(['agreement', 'draft', 'privacy-policy'])).out.includes('2.1'), 'the draft is saved');
  await run(['agreement', 'publish-draft', 'privacy-policy']);
  check((await run(['agreement', 'list'])).out.includes('2.1'), 'the draft is in force');
}

/** Drafts, simulates, publishes and restores the process of an application type. */
async function changeProcess(
  deployment: Deployment,
  { inTenant, applicant }: { inTenant: readonly string[]; applicant: string },
): Promise<void> {
  const run = runner(deployment);
  const flowType = (verb: string, ...options: string[]) =>
    run(['flow-type', verb, 'mail_out', ...inTenant, ...options]);
  const file = join(deployment.folder, 'process.json');
  writeFileSync(file, (await flowType('export')).out);
  await flowType('draft', '--file', file);
  const simulated = await flowType('simulate', '--applicant', applicant);
  check(simulated.out.includes('沈怡'), 'the simulation names the approver');
  await flowType('publish');
  await flowType('versions');
  await flowType('restore', '--version', '1');
  await flowType('discard');
}

/** Submits an application, gives its task to another person, and cancels it. */
async function cancelApplication(deployment: Deployment, names: Names): Promise<void> {
  const { tenant, employee, password } = names;
  const run = runner(deployment);
  const inTenant = ['--tenant', tenant];
  const url = nodeUrl(deployment, 'a');
  const { token } = await signIn(url, { username: employee, password, tid: tenant });
  const body = {
    type: 'trusted_mailbox_application',
    title: 'drill',
    description: '',
    files: [],
    details: { email: 'partner@example.com' },
  };
  const applied = await call(url, token, `POST /api/v1/tenants/${tenant}/user-flows`, body);
  const { id } = (applied as { data: { id: string } }).data;
  const listed = await run(['application', 'list', ...inTenant, '--assignee', names.administrator]);
  check(listed.out.includes(id), 'the application waits for the approver');
  const shown = JSON.parse(await jsonRunner(deployment)(['application', 'show', id, ...inTenant])) as {
    process: { tasks: { id: string; state: string }[] }[];
  };
  const task = shown.process.flatMap(({ tasks }) => tasks).find(({ state }) => state === 'awaiting');
  const toDeputy = ['--deputy', names.leaver];
  const deputised = await jsonRunner(deployment)([
    'absence',
    'set',
    names.administrator,
    ...inTenant,
    ...toDeputy,
  ]);
  const absence = JSON.parse(deputised) as { id: string };
  check((await run(['absence', 'list', ...inTenant])).out.includes(absence.id), 'the absence is listed');
  await run(['absence', 'end', absence.id, ...inTenant]);
  const to = ['--to', names.leaver, '--reason', '出差'];
  await run(['application', 'reassign', task?.id ?? '', ...inTenant, ...to]);
  const retried = await deployment.sealflow('a', ['application', 'retry', id, ...inTenant]);
  check(
    retried.err.includes('work.flow_state_error'),
    'an application that has not failed is not tried again',
  );
  await run(['application', 'cancel', id, ...inTenant, '--reason', '重复']);
  check(
    (await run(['insight', 'types', ...inTenant])).out.includes('bottleneck'),
    'the types have their times',
  );
  await run(['tenant', 'change', tenant, '--insight-on-people', 'yes']);
  await run(['insight', 'people', ...inTenant]);
  await run(['tenant', 'change', tenant, '--message-days', '400', '--archive-applications', 'yes']);
  await run(['archive', 'list', ...inTenant]);
  check(
    (await run(['archive', 'verify', ...inTenant])).out.includes('all unchanged'),
    'archives are verified',
  );
  const archive = [
    'archive',
    'export',
    'none',
    ...inTenant,
    '--out',
    join(deployment.folder, 'archive.jsonl'),
  ];
  const exported = await deployment.sealflow('a', archive);
  check(exported.err.includes('admin.archive_not_found'), 'only an archive of the tenant is exported');
  await run(['tenant', 'change', tenant, '--insight-on-people', 'no']);
}
