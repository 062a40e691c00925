import { spawnSync } from 'node:child_process';
import { DatabaseError } from '../database.errors.ts';

/** The user a PostgreSQL server runs as; undefined is the user of this process. */
export type ServerAccount = { uid: number; gid: number } | undefined;

const accountName = 'sealflow';

/**
 * PostgreSQL refuses to run as root, so root hands it to a system account of its own: nothing else on the machine
 * runs as that account, and it can read nothing that is not open to everyone.
 */
export function serverAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp() ?? create();
}

function lookUp(): ServerAccount {
  const uid = numberOf('-u');
  const gid = numberOf('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function numberOf(flag: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, accountName], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout, 10) : undefined;
}

function create(): ServerAccount {
  const home = ['--home-dir', '/nonexistent', '--no-create-home'];
  const shadow = ['--system', '--user-group', ...home, '--shell', '/bin/false', accountName];
  // Alpine has no useradd, its adduser has other options.
  if (spawnSync('useradd', shadow).status !== 0) spawnSync('adduser', ['-S', '-D', '-H', accountName]);
  const account = lookUp();
  if (account) return account;
  throw new DatabaseError(
    'database.no_account',
    `PostgreSQL does not run as root and no account could be made for it: create a system user named ` +
      `"${accountName}", start as an ordinary user, or set DATABASE_URL`,
  );
}

/** Whether the account gets through to a path: asked from the system, which knows links, lists and mounts. */
export function canEnter(account: ServerAccount, path: string): boolean {
  return account === undefined || spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}
