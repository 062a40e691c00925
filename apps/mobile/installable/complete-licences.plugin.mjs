import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archiveParts, engineParts } from './compiled-parts.mjs';
import { recordsFolder } from './recorded-libraries.plugin.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const licenceFile = /^(?:licen[cs]e|copying)(?:\.|-|$)/i;

/** The folder of the package that a file belongs to, or null. */
function packageFolderOf(path) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder ?? null;
}

function licenceOf(folder) {
  const {
    name,
    version,
    license = null,
    homepage = '',
  } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((each) => licenceFile.test(each));
  const text = file === undefined ? homepage : readFileSync(join(root, folder, file), 'utf8').trim();
  return { name, version, identifier: license, text };
}

/**
 * Adds the libraries of the frames, workers and the engine of exact pages to the list of licences, which the bundler writes for
 * the page alone.
 * @param {readonly string[]} packages - packages whose files are copied into the build.
 * @returns {import('vite').Plugin}
 */
export function completeLicences(packages) {
  let file;
  return {
    name: 'complete-licences',
    apply: 'build',
    configResolved(config) {
      file = resolve(config.root, config.build.outDir, 'licences.json');
    },
    closeBundle: {
      sequential: true,
      handler(failure) {
        if (failure || !existsSync(file)) return;
        const listed = JSON.parse(readFileSync(file, 'utf8'));
        const records = readdirSync(recordsFolder).map((name) =>
          JSON.parse(readFileSync(join(recordsFolder, name), 'utf8')),
        );
        const folders = new Set([
          ...records.flatMap(({ libraries }) => libraries.map(({ id }) => packageFolderOf(id))),
          ...packages.map((name) => `node_modules/${name}`),
        ]);
        const known = new Set(listed.map(({ name }) => name));
        const added = [...folders]
          .filter((folder) => folder !== null && existsSync(join(root, folder, 'package.json')))
          .map(licenceOf)
          .filter(({ name }) => name !== undefined && !known.has(name));
        const all = [...listed, ...added, ...archiveParts, ...(packages.length > 0 ? engineParts : [])];
        const byName = new Map(all.map((licence) => [licence.name, licence]));
        const sorted = [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
        writeFileSync(file, JSON.stringify(sorted));
      },
    },
  };
}
