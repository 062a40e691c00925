import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCatalogue } from '../packages/domain/src/errors.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const catalogue = globSync('packages/domain/src/errors/*.ts').map(read).join('\n');
const foreign = new Set([...catalogue.matchAll(/'([a-z]+\.\w+)': foreign\(/g)].map(([, code]) => code));

const sources = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'])
  .filter((path) => !/\.test\.tsx?$|\/tests\/|domain\/src\/errors/.test(path))
  .map(read)
  .join('\n');

it('each code of the catalogue has a source in the code, or is marked as a code of other services', () => {
  const unused = Object.keys(errorCatalogue).filter((code) => !sources.includes(`'${code}'`));
  expect(unused.filter((code) => !foreign.has(code))).toEqual([]);
});
