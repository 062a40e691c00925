import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkStart } from './recovery.steps.ts';
import type { DrillStep } from './step.ts';

/** Settings with a mistake, and what the start says of each. */
const wrong: readonly (readonly [settings: Record<string, string>, said: string])[] = [
  [{ PORT: 'eighty' }, 'PORT: must be a whole number'],
  [{ PORT: '70000' }, 'PORT: must be 65535 or less'],
  [{ HOST: 'no-such-host.invalid' }, 'HOST is no address of this machine'],
  [{ PUBLIC_URL: 'docs.example.com' }, 'PUBLIC_URL: must be an address'],
  [{ PUBLIC_URL: 'https://docs.example.com/app/' }, 'PUBLIC_URL: must be an address without a path'],
  [{ DATABASE_URL_FILE: '' }, 'DATABASE_URL is missing'],
  [{ DATABASE_URL_FILE: '/nonexistent' }, 'DATABASE_URL_FILE: there is no such file'],
  [{ DATABASE_URL_FILE: '', DATABASE_URI: 'postgresql://db' }, 'DATABASE_URL is one'],
  [{ DATABASE_URL_FILE: '', DATABASE_URL: 'mysql://db' }, 'DATABASE_URL: must begin with postgresql://'],
  [{ DATABASE_URL_FILE: '', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, 'ECONNREFUSED'],
  [{ MASTER_KEY: 'short', MASTER_KEY_FILE: '' }, 'MASTER_KEY must be 32 bytes'],
  [{ MASTER_KEY_FILE: '/nonexistent/key' }, 'the stored keys need their master key'],
  [{ SEED_DEMO: 'perhaps' }, 'SEED_DEMO: must be true or false'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is missing'],
  [{ S3_URL: 'http://127.0.0.1:1' }, 'S3_BUCKET is missing'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must have 16 characters or more'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY: is no list of addresses'],
];

export const settingSteps: readonly DrillStep[] = [
  {
    name: `${wrong.length} wrong settings are refused in one line each`,
    run: async (place) => {
      for (const [settings, said] of wrong) await checkStart(place, said, settings);
    },
  },
  {
    name: 'a master key that the service cannot read, and a data folder that it cannot write, are named in one line',
    run: async (place) => {
      const folder = join(place.folder, 'no-key');
      mkdirSync(folder, { mode: 0o700 });
      await checkStart(place, 'cannot be read by the user of the service', { MASTER_KEY_FILE: folder });
      const DATA_DIR = join(place.folder, 'plain.txt', 'data');
      await checkStart(place, 'DATA_DIR is no folder that can be written to', { DATA_DIR });
    },
  },
];
