import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordsFolder } from './recorded-libraries.plugin.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const licenceFile = /^(?:licen[cs]e|copying)(?:\.|-|$)/i;

/** Code that packages contain in compiled form, of which no module of a build tells. */
const compiledParts = [
  {
    name: 'LibreOffice',
    version: '',
    identifier: 'MPL-2.0',
    text: 'LibreOffice, The Document Foundation and contributors, compiled to WebAssembly for exact pages.\nThis Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0: https://www.mozilla.org/MPL/2.0/\nSource code: https://git.libreoffice.org/core and https://github.com/matbeedotcom/libreoffice-document-converter',
  },
  {
    name: 'Liberation, Carlito, Noto Naskh Arabic and Noto Sans Hebrew',
    version: '',
    identifier: 'OFL-1.1',
    text: 'Fonts of exact pages, under the SIL Open Font License, Version 1.1: https://openfontlicense.org',
  },
  {
    name: 'Caladea',
    version: '',
    identifier: 'Apache-2.0',
    text: 'Font of exact pages, under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0',
  },
  {
    name: 'DejaVu',
    version: '',
    identifier: 'Bitstream-Vera',
    text: 'Fonts of exact pages. Copyright (c) 2003 by Bitstream, Inc. Bitstream Vera is a trademark of Bitstream, Inc. DejaVu changes are in public domain. Licence: https://dejavu-fonts.github.io/License.html',
  },
];

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
        const all = [...listed, ...added, ...(packages.length > 0 ? compiledParts : [])];
        const byName = new Map(all.map((licence) => [licence.name, licence]));
        const sorted = [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
        writeFileSync(file, JSON.stringify(sorted));
      },
    },
  };
}
