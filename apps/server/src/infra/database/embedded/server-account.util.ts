import { spawnSync } from 'node:child_process';
import { DatabaseError } from '../database.errors.ts';

/** The user that a PostgreSQL server runs as; undefined: the user of this process. */
export type ServerAccount = { uid: number; gid: number } | undefined;

const accountName = 'sealflow';

/**
 * Finds or creates the account of the server. PostgreSQL refuses to run as root, so a root process runs it as a dedicated
 * system account without further privileges.
 */
export function ensureServerAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount() ?? createAccount();
}

function findAccount(): ServerAccount {
  const uid = readAccountID('-u');
  const gid = readAccountID('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function readAccountID(flag: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, accountName], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout, 10) : undefined;
}

function createAccount(): ServerAccount {
  const home = ['--home-dir', '/nonexistent', '--no-create-home'];
  const useraddArgs = ['--system', '--user-group', ...home, '--shell', '/bin/false', accountName];
  // Alpine has no useradd, and its adduser has different options.
  if (spawnSync('useradd', useraddArgs).status !== 0) spawnSync('adduser', ['-S', '-D', '-H', accountName]);
  const account = findAccount();
  if (account) return account;
  throw new DatabaseError(
    'database.no_account',
    `PostgreSQL cannot run as root, and its system user could not be created: create a system user named ` +
      `"${accountName}", start the service as another user, or set DATABASE_URL`,
  );
}

/** Whether the account can access a path, tested by the system, which respects links, ACLs and mounts. */
export function canAccess(account: ServerAccount, path: string): boolean {
  return account === undefined || spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}
