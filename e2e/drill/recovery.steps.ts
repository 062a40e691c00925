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
import { approver, nodeUrl } from './founding.steps.ts';
import { checkAcknowledged, signIn, work } from './person.ts';
import { type Acknowledged, type DrillPlace, endNodes } from './place.ts';
import { check, type DrillStep } from './step.ts';

const demoPerson = { username: 'zhangwei', password: demoPassword, tid: 'huachen' };

const backupOf = ({ folder }: DrillPlace) => join(folder, 'drill.backup');
/** Submits applications until some are acknowledged before the backup and after it, while it is written. */
const applicationsAround = 10;

export const recoverySteps: readonly DrillStep[] = [
  {
    name: 'a start without settings founds the demo, and a backup takes it over to DATABASE_URL',
    run: async (place) => {
      const DATA_DIR = join(place.folder, 'embedded');
      const embedded = { DATABASE: '', DATABASE_URL_FILE: '', DATA_DIR };
      const first = await place.startNode('embedded', embedded);
      check((await signIn(first.url, demoPerson)).token !== '', 'the demo is there');
      const file = join(place.folder, 'embedded.backup');
      const made = await place.sealflow('embedded', ['backup', file], { more: embedded });
      check(made.code === 0, `the embedded database is backed up: ${made.err}`);
      await first.child.end('SIGTERM');
      place.nodes.delete('embedded');
      const more = {
        DATA_DIR,
        DATABASE_URL_FILE: '',
        DATABASE_URL: await place.createDatabase('taken_over'),
      };
      const restored = await place.sealflow('embedded', ['restore', file], { more });
      check(restored.code === 0, `it is restored into DATABASE_URL: ${restored.err}`);
      const second = await place.startNode('embedded', more);
      check((await signIn(second.url, demoPerson)).token !== '', 'its people sign in');
      await second.child.end('SIGTERM');
      place.nodes.delete('embedded');
      await checkStart(place, 'belongs to a service on DATABASE_URL', embedded);
    },
  },
  {
    name: 'a backup under load holds all that was acknowledged before it',
    run: async (place) => {
      const end = new AbortController();
      const acknowledged: Acknowledged = { flows: [], files: [] };
      const atWork = ['a', 'a', 'b'].map(async (node) => {
        const url = nodeUrl(place, node);
        return work(url, await signIn(url, approver), { acknowledged, end: end.signal });
      });
      await untilAcknowledged(acknowledged, applicationsAround);
      place.acknowledged.flows.push(...acknowledged.flows);
      place.acknowledged.files.push(...acknowledged.files);
      const made = await place.sealflow('a', ['backup', backupOf(place)]);
      await untilAcknowledged(acknowledged, acknowledged.flows.length + applicationsAround);
      end.abort();
      const failures = (await Promise.all(atWork)).flat();
      check(made.code === 0, `the backup ends with 0: ${made.err}`);
      check(failures.length === 0, `no call fails meanwhile: ${failures[0]}`);
      check((statSync(backupOf(place)).mode & 0o777) === 0o600, 'the backup is its owner’s alone');
      const again = await place.sealflow('a', ['backup', backupOf(place)]);
      check(again.code === 1 && again.err.includes('already exists'), 'a backup is not replaced unasked');
    },
  },
  {
    name: 'destroyed and restored: nothing that was acknowledged is lost',
    run: async (place) => {
      await endNodes(place, 'SIGKILL');
      for (const lost of ['nodes', 'objects']) rmSync(join(place.folder, lost), { recursive: true });
      const url = await place.createDatabase('restored');
      useDatabase(place, url);
      const cutOff = join(place.folder, 'cut-off.backup');
      copyFileSync(backupOf(place), cutOff);
      truncateSync(cutOff, Math.floor(statSync(cutOff).size / 2));
      const refused = await place.sealflow('a', ['restore', cutOff]);
      check(
        refused.code === 1 && refused.err.includes('truncated'),
        `a backup that is cut off is refused: ${refused.err}`,
      );
      check(!existsSync(join(place.folder, 'nodes/a')), 'and nothing is made of it');
      const restored = await place.sealflow('a', ['restore', backupOf(place)]);
      check(restored.code === 0, `the restore ends with 0: ${restored.err}`);
      const twice = await place.sealflow('a', ['restore', backupOf(place)]);
      check(twice.code === 1 && twice.err.includes('already contains data'), 'a second restore is refused');
      await checkStart(place, 'is not the one', { MASTER_KEY_FILE: '', MASTER_KEY: '7f'.repeat(32) });
      const node = await place.startNode('a');
      await checkAcknowledged(node.url, await signIn(node.url, approver), place.acknowledged);
      for (const chain of [['--deployment'], ['--tenant', approver.tid]]) {
        const verified = await place.sealflow('a', ['audit', 'verify', ...chain]);
        check(verified.code === 0, `the audit verifies: ${verified.err}${verified.out}`);
      }
    },
  },
  {
    name: 'the master key is rotated while no node runs, and everything opens by the new one',
    run: async (place) => {
      const next = join(place.folder, 'next-key');
      const running = await place.sealflow('a', ['master-key', 'rotate', next]);
      check(
        running.code === 1 && running.err.includes('nodes of the service are running'),
        'refused while a node runs',
      );
      await endNodes(place, 'SIGTERM');
      const rotated = await place.sealflow('a', ['master-key', 'rotate', next]);
      check(rotated.code === 0, `the rotation ends with 0: ${rotated.err}`);
      await checkStart(place, 'is not the one');
      place.settings = { ...place.settings, MASTER_KEY_FILE: next };
      const node = await place.startNode('a');
      await checkAcknowledged(node.url, await signIn(node.url, approver), place.acknowledged);
      const file = join(place.folder, 'plain.txt');
      const words = ['seal', file, '--tenant', approver.tid, '--owner', approver.username, '--force'];
      const sealed = await place.sealflow('a', words);
      check(sealed.code === 0, `a document is sealed: ${sealed.err}`);
      await endNodes(place, 'SIGTERM');
    },
  },
  {
    name: 'a database of the release before is backed up as it is, then migrated by the start; a newer one is refused',
    run: async (place) => {
      const url = await place.createDatabase('older');
      const newest = await migrateToOlder(url);
      const DATA_DIR = join(place.folder, 'nodes/upgraded');
      const more = { DATA_DIR, DATABASE_URL_FILE: '', DATABASE_URL: url };
      const words = ['backup', join(place.folder, 'older.backup'), '--without-files'];
      const older = await place.sealflow('upgraded', words, { more });
      check(older.code === 0, `the older database is backed up: ${older.err}`);
      const listed = await place.sealflow('upgraded', ['tenant', 'list'], { more });
      check(listed.code === 1 && listed.err.includes(newest), `a command migrates nothing: ${listed.err}`);
      const { url: upgraded, child } = await place.startNode('upgraded', more);
      check((await fetch(`${upgraded}/readyz`)).status === 200, 'the new release serves it');
      await child.end('SIGTERM');
      place.nodes.delete('upgraded');
      await place.query(url, `insert into kysely_migration (name, timestamp) values ('999-later', '')`);
      await checkStart(place, 'was migrated by a later release (999-later)', more);
    },
  },
];

function useDatabase(place: DrillPlace, url: string): void {
  const file = join(place.folder, 'database-url-in-use');
  writeFileSync(file, url, { mode: 0o600 });
  place.settings = { ...place.settings, DATABASE_URL_FILE: file };
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
  place: DrillPlace,
  said: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const name = `refused-${readdirSync(place.folder).length}`;
  const settings = { DATA_DIR: join(place.folder, 'nodes/a'), ...more };
  const log = await place.startNode(name, settings).then(
    async ({ child }) => {
      await child.end('SIGTERM');
      place.nodes.delete(name);
      return 'it started';
    },
    () => place.logOf(name),
  );
  check(log.includes(said), `the start is refused with "${said}", not: ${log}`);
  // JSON lines are logs, not messages to the operator.
  const lines = log.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  check(lines.length === 1, `one line, not: ${log}`);
}

/** @throws Error if no application is acknowledged for a minute. */
async function untilAcknowledged({ flows }: Acknowledged, count: number): Promise<void> {
  let seen = flows.length;
  let lastMs = performance.now();
  while (flows.length < count) {
    await pause(50);
    if (flows.length > seen) [seen, lastMs] = [flows.length, performance.now()];
    check(performance.now() - lastMs < 60_000, 'people get applications acknowledged');
  }
}
