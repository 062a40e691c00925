import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { atExit } from '../faults/at-exit.ts';
import { type Deployment, endNodes, repository } from './deployment.ts';
import { approver } from './installation.steps.ts';
import { checkAcknowledged, signIn } from './person.ts';
import { checkStart } from './recovery.steps.ts';
import { check, type DrillStep, MissingProgramError } from './step.ts';

/** The settings of the manual. */
function settingsOfManual(): string {
  const manual = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
  const [, block = ''] = /\[pgbouncer\]\n([\s\S]*?)```/.exec(manual) ?? [];
  check(block.includes('pool_mode'), 'the manual has the settings of PgBouncer');
  return block;
}

export const poolerSteps: readonly DrillStep[] = [
  {
    name: 'PgBouncer: unsuitable settings are rejected, the settings of the manual work',
    run: async (deployment) => {
      if (spawnSync('pgbouncer', ['--version']).error) throw new MissingProgramError('pgbouncer is missing');
      const direct = new URL(readFileSync(deployment.settings['DATABASE_URL_FILE'] ?? '', 'utf8'));
      const manual = settingsOfManual();
      const plain = await openPooler(deployment, 'pool_mode = session');
      await checkStart(deployment, 'set ignore_startup_parameters', plain.settings);
      plain.end();
      const session = await openPooler(deployment, manual);
      await checkStart(deployment, 'drops statement_timeout', session.settings);
      const limits = ["statement_timeout = '30s'", "idle_in_transaction_session_timeout = '60s'"];
      for (const limit of limits)
        await deployment.query(direct.href, `alter role ${direct.username} set ${limit}`);
      session.end();
      const shared = await openPooler(deployment, manual.replace('session', 'transaction'));
      await checkStart(deployment, 'does not support prepared statements', shared.settings);
      shared.end();
      const validUrl = await openPooler(deployment, manual);
      const node = await deployment.startNode('a', validUrl.settings);
      await checkAcknowledged(node.url, await signIn(node.url, approver), deployment.acknowledged);
      const made = await deployment.sealflow('a', ['backup', join(deployment.folder, 'pooled.backup')], {
        more: validUrl.settings,
      });
      check(made.code === 0, `the backup bypasses the pooler: ${made.err}`);
      await endNodes(deployment, 'SIGTERM');
      validUrl.end();
    },
  },
];

interface Pooler {
  readonly settings: Record<string, string>;
  readonly end: () => void;
}

/** PgBouncer refuses to run as root, and its user must be able to read its files. */
async function openPooler(deployment: Deployment, settings: string): Promise<Pooler> {
  const direct = readFileSync(deployment.settings['DATABASE_URL_FILE'] ?? '', 'utf8');
  const { hostname, port, pathname, username, password } = new URL(direct);
  const listen = await findFreePort();
  const folder = join(deployment.folder, `pooler-${listen}`);
  mkdirSync(folder, { mode: 0o755 });
  const name = pathname.slice(1);
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n${name} = host=${hostname} port=${port} dbname=${name}\n\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${listen}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${users}\n${settings}\n`,
  );
  for (const path of [users, file]) chmodSync(path, 0o644);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [file], { ...nobody, cwd: '/', stdio: 'ignore' });
  const unregister = atExit(() => child.kill('SIGKILL'));
  while (!(await isListening(listen))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    await pause(50);
  }
  const url = `postgresql://${username}:${password}@127.0.0.1:${listen}/${name}`;
  return {
    settings: { DATABASE_URL_FILE: '', DATABASE_URL: url, DATABASE_LISTEN_URL: direct },
    end: () => {
      unregister();
      child.kill('SIGKILL');
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
