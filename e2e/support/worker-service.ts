import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logCapture } from '../../apps/server/testing/log.ts';
import { reserveFrontPorts } from './front-ports.ts';

const repository = join(import.meta.dirname, '../..');
/** The service itself, and what `npm start` runs. */
const programs = { demo: 'apps/server/src/main.ts', empty: 'scripts/start.mjs' };

/**
 * Starts the service of one test worker, so that tests of different workers are independent. The
 * worker’s environment contains its address and folder. @returns a function that stops it.
 * @param data - `empty`: as `npm start` starts it for a newcomer, without the demo.
 */
export async function startWorkerService(data: keyof typeof programs): Promise<() => Promise<void>> {
  const folder = makeServiceFolder();
  const template = process.env[templateVariable];
  // The files of the database belong to another account, which only `cp` keeps.
  if (data === 'demo' && template !== undefined) execFileSync('cp', ['-a', `${template}/.`, folder]);
  const stop = await startService(folder, data);
  return async () => {
    await stop();
    removeFolder(folder);
  };
}

/** The environment variable with the folder that services with the demo start from. */
const templateVariable = 'E2E_DEMO_TEMPLATE';

/**
 * Seeds the demo once for all workers of a run, because seeding takes longer than the start of a service. @returns a function that
 * removes it.
 */
export default async function createDemoTemplate(): Promise<() => void> {
  const folder = makeServiceFolder();
  try {
    const stop = await startService(folder, 'demo');
    await stop();
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
  process.env[templateVariable] = folder;
  return () => removeFolder(folder);
}

function makeServiceFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-e2e-'));
  // The database of root runs as another account, which needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** The database may still be stopping. */
const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });

async function startService(folder: string, data: keyof typeof programs): Promise<() => Promise<void>> {
  const environment = { DATA_DIR: join(folder, 'data'), MASTER_KEY_FILE: join(folder, 'master.key') };
  const tls = createCertificate(folder);
  const log = join(folder, 'service.log');
  // A copied folder contains the log of the template.
  const logFile = openSync(log, 'w');
  const frontHosts = await reserveFrontPorts();
  const service = spawn(process.execPath, [join(repository, programs[data])], {
    // A test runs the push service of its own browser.
    env: {
      ...process.env,
      ...environment,
      SEED_DEMO: String(data === 'demo'),
      PORT: '0',
      PUBLIC_HOSTS: frontHosts,
      NODE_EXTRA_CA_CERTS: tls.cert,
      PUSH_PRIVATE_ENDPOINTS: 'true',
      PUSH_CONTACT: 'mailto:it@example.com',
      // If the run’s logs are searched, one worker’s service logs everything, and the others log as little as in
      // production.
      ...(logCapture() && process.env['TEST_PARALLEL_INDEX'] === '0' ? { LOG_LEVEL: 'trace' } : {}),
    },
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const killImmediately = () => service.kill('SIGTERM');
  process.once('exit', killImmediately);
  let address: string | undefined;
  while (address === undefined) {
    const text = await readFile(log, 'utf8');
    if (service.exitCode !== null) throw new Error(`the service did not start: ${text}`);
    address = /Address +(\S+)/.exec(text)?.[1];
    if (address === undefined) await pause(50);
  }
  process.env['E2E_PORT'] = new URL(address).port;
  process.env['E2E_DATA_DIR'] = environment.DATA_DIR;
  process.env['E2E_MASTER_KEY_FILE'] = environment.MASTER_KEY_FILE;
  process.env['E2E_TLS_KEY'] = tls.key;
  process.env['E2E_TLS_CERT'] = tls.cert;
  // The log contains the demo’s verification codes.
  process.env['E2E_LOG'] = log;
  return async () => {
    process.off('exit', killImmediately);
    if (service.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit');
  };
}

/** Creates a certificate of `localhost`, which the service trusts. @returns the paths of its files. */
function createCertificate(folder: string): { readonly key: string; readonly cert: string } {
  const files = { key: join(folder, 'tls.key'), cert: join(folder, 'tls.crt') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  // Debian's PostgreSQL, which the tests need too, depends on this program.
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return files;
}
