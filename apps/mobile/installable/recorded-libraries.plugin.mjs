import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'node_modules/.cache/engine-check');

const isLibrary = (id) => id.includes('/node_modules/');
const isPolyfill = (id) => id.endsWith('polyfills.ts');

/**
 * Records which code of libraries is in a build, each part by its package: a built file no longer says so, and
 * `scripts/engines` checks libraries by name.
 * @param {string} name - of the build: the app is made of several, as each worker and each viewer's page is one.
 * @returns {import('vite').Plugin}
 */
export function recordedLibraries(name) {
  return {
    name: 'recorded-libraries',
    apply: 'build',
    buildStart() {
      // The page's build begins first: what is there is of the last one.
      if (name === 'page') rmSync(folder, { recursive: true, force: true });
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
      const entry = chunks.find((chunk) => chunk.isEntry)?.facadeModuleId ?? '';
      const codeOf = (wanted) =>
        modules
          .filter(([id, { code }]) => wanted(id) && code)
          .map(([id, { code }]) => ({ id: relative(root, id), code }));
      const record = { polyfills: codeOf(isPolyfill), libraries: codeOf(isLibrary) };
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}-${basename(entry)}.json`), JSON.stringify(record));
    },
  };
}
