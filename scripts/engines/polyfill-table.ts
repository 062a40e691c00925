import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import { findCompat, lackingEngines, sinceVersion } from './compat-data.ts';
import { readOutputScript } from './output-script.ts';
import { engineSets, supportedEngines } from './supported-engines.ts';

/** The modules that define polyfills. */
export const polyfillModules = [
  'packages/viewers/src/polyfills.ts',
  'packages/viewers/src/pdf/pdf-polyfills.ts',
];

const releases = [
  ['Chromium', { browser: 'chrome', version: '0' }],
  ['Safari', { browser: 'safari', version: '0' }],
  ['Firefox', { browser: 'firefox', version: '0' }],
] as const;

const titleOf = (path: string) => path.replace(/^(?:api|javascript\.builtins)\./, '').replace(/_static$/, '');

/** @returns the rows of the table of polyfills in `docs/browsers.md`, and the polyfills that no supported engine needs. */
export function polyfillTable() {
  const engines = engineSets.flatMap((set) => supportedEngines(set));
  const polyfills = polyfillModules.flatMap((file) => {
    const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'));
    return Array.from(readOutputScript(code, engines).polyfills, (path) => ({ path, file }));
  });
  const rows = polyfills.map(({ path, file }) => {
    const identifier = findCompat(path);
    const since = releases.map(
      ([name, engine]) => `${name} ${identifier ? sinceVersion(identifier, engine) : '?'}`,
    );
    return `| \`${titleOf(path)}\` | \`${file.split('/').at(-1)}\` | ${since.join(', ')} |`;
  });
  const unneeded = polyfills.filter(({ path }) => lackingEngines(path, engines).length === 0);
  return { rows, unneeded: unneeded.map(({ path }) => path) };
}
