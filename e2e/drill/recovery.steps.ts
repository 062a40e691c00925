import {
  copyFileSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword } from '../../apps/server/src/app/demo/demo-people.table.ts';
import { connect, migrate } from '../../apps/server/src/infra/database/index.ts';
import { migrations } from '../../apps/server/src/infra/database/migrations/index.ts';
import { type Acknowledged, type Deployment, endNodes } from './deployment.ts';
import { approver, nodeUrl } from './installation.steps.ts';
import { checkAcknowledged, signIn, submitApplications } from './person.ts';
import { check, type DrillStep } from './step.ts';

const demoPerson = { username: 'zhangwei', password: demoPassword, tid: 'huachen' };

const backupOf = ({ folder }: Deployment) => join(folder, 'drill.backup');
/** Submits applications until some are acknowledged before the backup and after it, while it is written. */
const applicationsAround = 10;

export const recoverySteps: readonly DrillStep[] = [
  {
    name: 'a start without settings creates the demo, and a backup moves it to DATABASE_URL',
    run: async (deployment) => {
      const DATA_DIR = join(deployment.folder, 'embedded');
      const embedded = { DATABASE: '', DATABASE_URL_FILE: '', DATA_DIR };
      const first = await deployment.startNode('embedded', embedded);
      check((await signIn(first.url, demoPerson)).token !== '', 'the demo exists');
      const file = join(deployment.folder, 'embedded.backup');
      const made = await deployment.sealflow('embedded', ['backup', file], { more: embedded });
      check(made.code === 0, `the embedded database is backed up: ${made.err}`);
      await first.child.end('SIGTERM');
      deployment.nodes.delete('embedded');
      const extraSettings = {
        DATA_DIR,
        DATABASE_URL_FILE: '',
        DATABASE_URL: await deployment.createDatabase('taken_over'),
      };
      const restored = await deployment.sealflow('embedded', ['restore', file], { more: extraSettings });
      check(restored.code === 0, `it is restored into DATABASE_URL: ${restored.err}`);
      const second = await deployment.startNode('embedded', extraSettings);
      check((await signIn(second.url, demoPerson)).token !== '', 'its people sign in');
      await second.child.end('SIGTERM');
      deployment.nodes.delete('embedded');
      await checkStart(deployment, 'belongs to a service on DATABASE_URL', embedded);
    },
  },
  {
    name: 'a backup under load contains all data that was acknowledged before it',
    run: async (deployment) => {
      const end = new AbortController();
      const acknowledged: Acknowledged = { flows: [], files: [] };
      const load = ['a', 'a', 'b'].map(async (node) => {
        const url = nodeUrl(deployment, node);
        return submitApplications(url, await signIn(url, approver), { acknowledged, end: end.signal });
      });
      await untilAcknowledged(acknowledged, applicationsAround);
      deployment.acknowledged.flows.push(...acknowledged.flows);
      deployment.acknowledged.files.push(...acknowledged.files);
      const made = await deployment.sealflow('a', ['backup', backupOf(deployment)]);
      await untilAcknowledged(acknowledged, acknowledged.flows.length + applicationsAround);
      end.abort();
      const failures = (await Promise.all(load)).flat();
      check(made.code === 0, `the backup ends with 0: ${made.err}`);
      check(failures.length === 0, `no call fails: ${failures[0]}`);
      check((statSync(backupOf(deployment)).mode & 0o777) === 0o600, 'only the owner can read the backup');
      const again = await deployment.sealflow('a', ['backup', backupOf(deployment)]);
      check(
        again.code === 1 && again.err.includes('already exists'),
        'a backup is replaced only with --force',
      );
    },
  },
  {
    name: 'after destruction and restore no acknowledged data is lost',
    run: async (deployment) => {
      await endNodes(deployment, 'SIGKILL');
      for (const lost of ['nodes', 'objects']) rmSync(join(deployment.folder, lost), { recursive: true });
      const url = await deployment.createDatabase('restored');
      useDatabase(deployment, url);
      const cutOff = join(deployment.folder, 'cut-off.backup');
      copyFileSync(backupOf(deployment), cutOff);
      truncateSync(cutOff, Math.floor(statSync(cutOff).size / 2));
      const refused = await deployment.sealflow('a', ['restore', cutOff]);
      check(
        refused.code === 1 && refused.err.includes('truncated'),
        `a truncated backup is rejected: ${refused.err}`,
      );
      check(!existsSync(join(deployment.folder, 'nodes/a')), 'and restores nothing');
      const restored = await deployment.sealflow('a', ['restore', backupOf(deployment)]);
      check(restored.code === 0, `the restore ends with 0: ${restored.err}`);
      const twice = await deployment.sealflow('a', ['restore', backupOf(deployment)]);
      check(twice.code === 1 && twice.err.includes('already contains data'), 'a second restore is rejected');
      await checkStart(deployment, 'is not the one', { MASTER_KEY_FILE: '', MASTER_KEY: '7f'.repeat(32) });
      const node = await deployment.startNode('a');
      await checkAcknowledged(node.url, await signIn(node.url, approver), deployment.acknowledged);
      for (const chain of [['--deployment'], ['--tenant', approver.tid]]) {
        const verified = await deployment.sealflow('a', ['audit', 'verify', ...chain]);
        check(verified.code === 0, `the audit verifies: ${verified.err}${verified.out}`);
      }
    },
  },
  {
    name: 'the master key is rotated while no node runs, and the new key opens all data',
    run: async (deployment) => {
      const next = join(deployment.folder, 'next-key');
      const running = await deployment.sealflow('a', ['master-key', 'rotate', next]);
      check(
        running.code === 1 && running.err.includes('nodes of the service are running'),
        'rejected while a node runs',
      );
      await endNodes(deployment, 'SIGTERM');
      const rotated = await deployment.sealflow('a', ['master-key', 'rotate', next]);
      check(rotated.code === 0, `the rotation ends with 0: ${rotated.err}`);
      await checkStart(deployment, 'is not the one');
      deployment.settings = { ...deployment.settings, MASTER_KEY_FILE: next };
      const node = await deployment.startNode('a');
      await checkAcknowledged(node.url, await signIn(node.url, approver), deployment.acknowledged);
      const file = join(deployment.folder, 'plain.txt');
      const words = ['seal', file, '--tenant', approver.tid, '--owner', approver.username, '--force'];
      const sealed = await deployment.sealflow('a', words);
      check(sealed.code === 0, `a document is sealed: ${sealed.err}`);
      await endNodes(deployment, 'SIGTERM');
    },
  },
  {
    name: 'a database of the previous release is backed up unchanged, then migrated by the start; a newer one is rejected',
    run: async (deployment) => {
      const url = await deployment.createDatabase('older');
      const newest = await migrateToOlder(url);
      const DATA_DIR = join(deployment.folder, 'nodes/upgraded');
      const extraSettings = { DATA_DIR, DATABASE_URL_FILE: '', DATABASE_URL: url };
      const words = ['backup', join(deployment.folder, 'older.backup'), '--without-files'];
      const older = await deployment.sealflow('upgraded', words, { more: extraSettings });
      check(older.code === 0, `the older database is backed up: ${older.err}`);
      const listed = await deployment.sealflow('upgraded', ['tenant', 'list'], { more: extraSettings });
      check(listed.code === 1 && listed.err.includes(newest), `a command does not migrate: ${listed.err}`);
      const { url: upgraded, child } = await deployment.startNode('upgraded', extraSettings);
      check((await fetch(`${upgraded}/readyz`)).status === 200, 'the new release serves it');
      await child.end('SIGTERM');
      deployment.nodes.delete('upgraded');
      await deployment.query(url, `insert into kysely_migration (name, timestamp) values ('999-later', '')`);
      await checkStart(deployment, 'was migrated by a later release (999-later)', extraSettings);
    },
  },
];

function useDatabase(deployment: Deployment, url: string): void {
  const file = join(deployment.folder, 'database-url-in-use');
  writeFileSync(file, url, { mode: 0o600 });
  deployment.settings = { ...deployment.settings, DATABASE_URL_FILE: file };
}

/** Runs all migrations except the newest. @returns the name of the newest. */
async function migrateToOlder(url: string): Promise<string> {
  const names = Object.keys(migrations).toSorted();
  const newest = names.at(-1) ?? '';
  const { handle, close } = connect({ url, statementTimeoutMs: 0 });
  await migrate(handle, Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== newest)));
  await close();
  return newest;
}

/** Checks that a rejected start reports the reason in one log line. */
export async function checkStart(
  deployment: Deployment,
  expectedMessage: string,
  extraSettings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const name = `refused-${readdirSync(deployment.folder).length}`;
  const settings = { DATA_DIR: join(deployment.folder, 'nodes/a'), ...extraSettings };
  const log = await deployment.startNode(name, settings).then(
    async ({ child }) => {
      await child.end('SIGTERM');
      deployment.nodes.delete(name);
      return 'the service started';
    },
    () => deployment.logOf(name),
  );
  check(log.includes(expectedMessage), `the start is rejected with "${expectedMessage}" instead of: ${log}`);
  // JSON lines are logs, not messages to the operator.
  const lines = log.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  check(lines.length === 1, `one line instead of: ${log}`);
}

/** @throws Error if no application is acknowledged for a minute. */
async function untilAcknowledged({ flows }: Acknowledged, count: number): Promise<void> {
  let seen = flows.length;
  let lastMs = performance.now();
  while (flows.length < count) {
    await pause(50);
    if (flows.length > seen) [seen, lastMs] = [flows.length, performance.now()];
    check(performance.now() - lastMs < 60_000, 'applications are acknowledged');
  }
}
