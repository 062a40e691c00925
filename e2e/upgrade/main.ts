import { deepEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client as DatabaseClient } from 'pg';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { findPostgres } from '../../scripts/system-packages.mjs';
import { makeRunFolder } from '../faults/run-folder.ts';
import { openTestDatabase } from '../faults/test-database.ts';
import { flowsOf } from '../support/applying.ts';
import { Client, type Demo, sample, uniqueTitle } from '../support/service.ts';
import { recordCommands } from './commands.ts';
import { expect, openDevice, useEarlierRelease, useLaterRelease } from './device.ts';
import { deliberateChanges, lostLines, lostValues, withoutDeliberate } from './kept.ts';
import { checkOut, type Deployment, objectIds, repository, runCommand, startRelease } from './release.ts';
import { readSchema } from './schema.ts';
import { byCall, readPathsOf, recordAnswers } from './wire.ts';

/** The last commit before identifiers and files were renamed. */
const earlierCommit = '026e1e369445e84113db1dc2204c7cb797c72db6';

const help = `npm run -s upgrade -- [options]

Starts an earlier release by its own npm start, uses it in Chromium, stops it, and starts this checkout on the same database, data folder and
browser profile. The session, the document on the device, the draft and the pending approval must be there; the schema, the
answers and the outputs of commands keep what the earlier release has, and the test vectors are equal. Needs the history of the repository and the package registry.

  --from COMMIT  the earlier release, ${earlierCommit.slice(0, 8)} by default
  --json         one JSON object on the last line
  --help
`;

const { values } = parseArgs({
  options: { from: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (values.help) process.stdout.write(help);
else await run(values.from ?? earlierCommit);
process.exit();

async function run(from: string): Promise<void> {
  const { folder, remove } = makeRunFolder();
  mkdirSync(join(folder, 'postgres'), { mode: 0o711 });
  const database = await openTestDatabase(join(folder, 'postgres'), findPostgres());
  const databaseUrl = database.urlForPort(database.port());
  const deployment: Deployment = {
    port: await findFreePort(),
    dataDir: join(folder, 'data'),
    masterKeyFile: join(folder, 'master.key'),
    databaseUrl,
    log: join(folder, 'service.log'),
  };
  writeFileSync(deployment.masterKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  const url = `http://localhost:${deployment.port}`;
  process.env['E2E_PORT'] = String(deployment.port);
  const profile = join(folder, 'profile');
  const checked: string[] = [];
  const check = async (name: string, act: () => Promise<void> | void) => {
    await act();
    checked.push(name);
    process.stderr.write(`✓ ${name}\n`);
  };

  try {
    const earlier = checkOut(from, join(folder, 'earlier'));
    const later = { name: 'HEAD', folder: repository };
    await check('test vectors of the document format are unchanged', () => {
      const vectors = (revision: string) =>
        [...objectIds(revision, 'packages/tdf/vectors')].filter(([name]) => !name.endsWith('README.md'));
      deepEqual(vectors('HEAD'), vectors(from));
    });

    let service = await startRelease(earlier, deployment);
    const demo: Demo = { ...JSON.parse(runCommand(earlier, deployment, ['demo', '--json'])), url };
    const tenant = demo.tenants.find(({ serviceVersion }) => serviceVersion.startsWith('eds-pro_16'));
    const approver = demo.accounts.find(({ role }) => role === 'approver');
    const employee = demo.accounts.find(({ role }) => role === 'employee');
    if (!tenant || !approver || !employee) throw new Error('the demo lacks an account or an organisation');
    const seal = (release: typeof earlier, name: string) => {
      const out = join(folder, name);
      const words = ['seal', sample('采购合同.pdf'), '--tenant', tenant.id, '--owner', approver.username];
      runCommand(release, deployment, [...words, '--out', out]);
      return out;
    };
    const inspect = (release: typeof earlier, path: string) =>
      JSON.parse(runCommand(release, deployment, ['inspect', path, '--json'])) as object;
    const sealed = seal(earlier, '采购合同.pdf.tdf');
    const facts = inspect(earlier, sealed);
    const [approved, draft] = [uniqueTitle('升级前的申请'), uniqueTitle('升级前的草稿')];
    await (await Client.signIn(employee)).apply(tenant.id, {
      type: 'trusted_mailbox_application',
      title: approved,
      files: [],
    });
    const device = await openDevice(profile, { url, demo });
    const left = await useEarlierRelease(device, { sealed, approved, draft });
    await device.close();
    const paths = await readPathsOf(earlier);
    const answers = await recordAnswers(demo, paths);
    const recordedBy = (release: typeof earlier) =>
      recordCommands(release, deployment, { tenant, person: approver });
    const commands = await recordedBy(earlier);
    const schema = await readSchema(databaseUrl);
    await service.end('SIGTERM');

    service = await startRelease(later, deployment);
    const upgraded = await readSchema(databaseUrl);
    await check(`the schema keeps its ${schema.length} definitions`, () => {
      deepEqual(withoutDeliberate(lostLines(schema, upgraded), deliberateChanges.schema), []);
    });
    await check(`answers to ${answers.length} read calls keep their values`, async () => {
      const changes = lostValues(byCall(answers), byCall(await recordAnswers(demo, paths)));
      deepEqual(withoutDeliberate(changes, deliberateChanges.answers), []);
    });
    await check(`outputs of ${commands.length} reading commands keep their names`, async () => {
      const lines = (recorded: typeof commands) =>
        recorded.flatMap(({ command, labels }) => labels.map((label) => `${command}: ${label}`));
      const now = await recordedBy(later);
      const jsonOf = (recorded: typeof commands) =>
        Object.fromEntries(recorded.map(({ command, json }) => [command, json]));
      deepEqual(lostValues(jsonOf(commands), jsonOf(now)), []);
      deepEqual(lostLines(lines(commands), lines(now)), []);
    });
    await check('the earlier release verifies the audit log that the later release exports', () => {
      const file = join(folder, 'audit.jsonl');
      runCommand(later, deployment, ['audit', 'export', '--tenant', tenant.id, '--out', file]);
      const verified = runCommand(earlier, deployment, ['audit', 'verify', '--file', file, '--json']);
      deepEqual((JSON.parse(verified) as { brokenAt: unknown }).brokenAt, null);
    });
    await check('both releases read the sealed files of each other', () => {
      deepEqual(inspect(later, sealed), facts);
      const { mimeType } = inspect(earlier, seal(later, 'later.tdf')) as { mimeType?: string };
      deepEqual(mimeType, 'application/pdf');
    });
    await check('the device keeps its session, document and draft, and sends the approval', async () => {
      const again = await openDevice(profile, { url, demo });
      await useLaterRelease(again, left);
      const client = await Client.signIn(employee);
      await expect
        .poll(async () => (await flowsOf(client, tenant.id, approved)).map(({ state }) => state))
        .not.toEqual(['approving']);
      await again.close();
    });
    await check('a new database has the schema of the upgraded one', async () => {
      await service.end('SIGTERM');
      const admin = new DatabaseClient({ connectionString: databaseUrl });
      await admin.connect();
      await admin.query('create database fresh');
      await admin.end();
      const fresh = databaseUrl.replace(/\/[^/]+$/, '/fresh');
      service = await startRelease(later, {
        ...deployment,
        dataDir: join(folder, 'fresh'),
        databaseUrl: fresh,
      });
      deepEqual(await readSchema(fresh), upgraded);
    });
    await service.end('SIGTERM');
  } finally {
    await database.stop();
    if (process.exitCode === undefined) remove();
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ from, checked })}\n`);
}
