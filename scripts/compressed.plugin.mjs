import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const worthIt = /\.(?:html|js|mjs|css|svg|json|webmanifest|wasm|ttf)$/;
/** Smaller files fit into one network packet uncompressed. */
const least = 1024;
/** The highest compression level takes seconds on a large file and saves about a hundredth. */
const large = 500_000;

const packings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length < large ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

async function pack(path) {
  const bytes = await readFile(path);
  if (bytes.length < least) return;
  for (const [ending, packed] of Object.entries(packings)) {
    const content = await packed(bytes);
    if (content.length < bytes.length * 0.95) await writeFile(`${path}.${ending}`, content);
  }
}

/**
 * Writes compressed copies of the build's files, which the service sends to clients that accept the encoding:
 * compression at each request would cost more than the rest of the response.
 * @returns {import('vite').Plugin}
 */
export function compressed() {
  let folder;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the service worker, which is written last.
      order: 'post',
      sequential: true,
      async handler(failure) {
        if (failure) return;
        const names = await readdir(folder, { recursive: true });
        await Promise.all(names.filter((name) => worthIt.test(name)).map((name) => pack(join(folder, name))));
      },
    },
  };
}
