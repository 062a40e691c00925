import type { Config } from '../infra/config/config.schemas.ts';
import { isLoopbackHost } from '../infra/outbound/public-hosts.util.ts';
import type { Demo } from './demo/find-demo.usecases.ts';
import { operatorFilePath } from './operator-file.usecases.ts';
import type { StartedService } from './start.compose.ts';
import { schemaVersion, version } from './version.util.ts';

const publicDemoWarning =
  '  These passwords are public, and HOST accepts connections from other machines. To start without them: SEED_DEMO=false and a new DATA_DIR.';

/** The text that the operator sees once the service has started. */
export function renderStartupBanner(
  { url, masterKey, demo, setupLink }: StartedService,
  config: Config,
): string {
  const rows = [
    ['Address', url],
    ['Data', dataLocations(config)],
    ['Master key', masterKey.path ?? 'from the environment'],
    ['Operator', operatorFilePath(config.dataDir)],
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(11)} ${value}`);
  const newKeyHint = masterKey.wasCreated
    ? ['', '  A new master key was created. Keep a copy: without it no document can be opened again.']
    : [];
  const setup = setupLink
    ? [
        '',
        '  No person operates this service yet. Open this link within 24 hours to create the first operator:',
        `  ${setupLink.url}`,
      ]
    : [];
  const accounts = demo
    ? [
        '',
        '  Demo accounts (password after the slash):',
        ...demo.accounts.map((account) => demoLine(account)),
        ...(isLoopbackHost(config.host) ? [] : [publicDemoWarning]),
      ]
    : [];
  return [
    '',
    `Sealflow 密件通 ${version} (schema ${schemaVersion})`,
    '',
    ...lines,
    ...newKeyHint,
    ...setup,
    ...accounts,
    '',
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

function dataLocations({ dataDir, databaseUrl, objectStore }: Config): string {
  const database = databaseUrl ? 'PostgreSQL of DATABASE_URL' : dataDir;
  if (objectStore) return `${database}; files in the bucket of S3_URL`;
  return databaseUrl ? `${database}; files in ${dataDir}` : database;
}

function demoLine({ role, username, password, tenants }: Demo['accounts'][number]): string {
  return `  ${role.padEnd(14)} ${`${username} / ${password}`.padEnd(24)} ${tenants.join(', ') || '-'}`;
}
