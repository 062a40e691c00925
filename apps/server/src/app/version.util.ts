import { readFileSync } from 'node:fs';
import { migrations } from '../infra/database/migrations/index.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The release number. */
export const { version } = manifest;

/** The newest migration, such as `021`. Distinguishes builds of one release whose schemas differ. */
export const schemaVersion = Object.keys(migrations).at(-1)?.slice(0, 3) ?? '';
