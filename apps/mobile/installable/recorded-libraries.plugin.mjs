import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The folder of the records, one file for each build. */
export const recordsFolder = join(root, 'node_modules/.cache/engine-check');

const isLibrary = (id) => id.includes('/node_modules/');
const isPolyfill = (id) => id.endsWith('polyfills.ts');

/**
 * Records the library code of a build per package: a built file does not name its packages, and `scripts/engines`
 * checks libraries by name.
 * @param {string} name - name of the build: the app consists of several, one per worker and viewer page.
 * @returns {import('vite').Plugin}
 */
export function recordedLibraries(name) {
  return {
    name: 'recorded-libraries',
    apply: 'build',
    buildStart() {
      // The page's build begins first: existing records are from the previous build.
      if (name === 'page') rmSync(recordsFolder, { recursive: true, force: true });
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
      mkdirSync(recordsFolder, { recursive: true });
      writeFileSync(join(recordsFolder, `${name}-${basename(entry)}.json`), JSON.stringify(record));
    },
  };
}
