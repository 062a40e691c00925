import type { Config } from '../infra/config/config.schemas.ts';
import { operatorFile } from './operator-file.adapter.ts';
import type { StartedService } from './start.adapter.ts';
import { version } from './version.adapter.ts';

/** What the operator reads when the service is up. */
export function greeting({ url, masterKey }: StartedService, config: Config): string {
  const rows = [
    ['Address', url],
    ['Data', config.databaseUrl ? `${config.dataDir} (objects), PostgreSQL of DATABASE_URL` : config.dataDir],
    ['Master key', masterKey.path ?? 'from the environment'],
    ['Operator', operatorFile(config.dataDir)],
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(11)} ${value}`);
  const made = masterKey.created
    ? ['', '  The master key was made just now. Keep a copy: without it no document opens again.']
    : [];
  return ['', `Sealflow 密件通 ${version}`, '', ...lines, ...made, '', '  Ctrl-C ends it.', ''].join('\n');
}
