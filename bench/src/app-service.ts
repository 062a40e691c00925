import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const appFolder = join(root, 'apps/mobile');

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface AppService {
  readonly origin: string;
  /** A member of exactly one organisation, who decides tasks. */
  readonly account: Account;
  /** An administrator of the first organisation. */
  readonly administrator: Account;
  /** A member of several organisations, who approves the applications of `account`. */
  readonly approver: Account;
  /** The id of the organisation of `account`. */
  readonly tid: string;
  readonly tenantName: string;
  /** Seals a file for the account. @returns the path of the sealed file. */
  seal(path: string): Promise<string>;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
};

async function answers(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface DemoAccount extends Account {
  readonly role: string;
  readonly tenants: readonly string[];
}

/** The real service on its own database with the demo data. It serves the built app. */
export async function startAppService(): Promise<AppService> {
  const isBuilt = process.env['APP_DIR'] !== undefined || existsSync(join(appFolder, 'dist/index.html'));
  if (!isBuilt) await build({ root: appFolder, logLevel: 'error' });
  const folder = mkdtempSync(join(tmpdir(), 'sealflow-bench-'));
  // The database of root runs as another account, which needs access to the folder.
  chmodSync(folder, 0o711);
  const port = String(await freePort());
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY_FILE: join(folder, 'master.key'),
  };
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], { env, stdio: 'ignore' });
  // The service of an interrupted benchmark stops its database. A killed service would leave it.
  process.once('exit', () => child.kill('SIGTERM'));
  const origin = `http://localhost:${port}`;
  await answers(`${origin}/healthz`);
  const cli = join(root, 'apps/server/src/cli/main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'demo', '--json'], { env });
  const demo = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    accounts: readonly DemoAccount[];
    tenants: readonly { readonly id: string; readonly name: string }[];
  };
  const account = demo.accounts.find(({ tenants }) => tenants.length === 1);
  const administrator = demo.accounts.find(({ role }) => role === 'administrator');
  const approver = demo.accounts.find(({ role }) => role === 'approver');
  if (account === undefined || administrator === undefined || approver === undefined)
    throw new Error('the demo has nobody with one organisation, no administrator, or no approver');
  const [tid = ''] = account.tenants;
  return {
    origin,
    account,
    administrator,
    approver,
    tid,
    tenantName: demo.tenants.find(({ id }) => id === tid)?.name ?? '',
    async seal(path) {
      const out = `${path}.tdf`;
      const args = [cli, 'seal', path, '--tenant', tid, '--owner', account.username, '--out', out];
      await promisify(execFile)(process.execPath, args, { env });
      return out;
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
