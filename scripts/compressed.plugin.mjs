import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files that compress well. Pictures and compressed fonts do not. */
const compressibleFiles = /\.(?:html|js|mjs|css|svg|json|webmanifest|wasm|ttf)$/;
/** Smaller files fit into one network packet uncompressed. */
const minFileBytes = 1024;
/** Larger files get a lower Brotli level, because the highest level takes seconds on them and saves only about 1 %. */
const maxBytesForHighestLevel = 500_000;

/** The compression functions by the ending of the compressed copy. */
const encodings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length < maxBytesForHighestLevel ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes compressed copies of a file. A copy that saves less than 5 % is omitted. */
async function writeCompressedCopies(path) {
  const bytes = await readFile(path);
  if (bytes.length < minFileBytes) return;
  for (const [ending, compress] of Object.entries(encodings)) {
    const content = await compress(bytes);
    if (content.length < bytes.length * 0.95) await writeFile(`${path}.${ending}`, content);
  }
}

/**
 * A Vite plugin that writes compressed copies of the built files. The service sends them to clients that accept the encoding, because
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
      // The plugin runs after the service worker is written, which is the last file.
      order: 'post',
      sequential: true,
      async handler(failure) {
        if (failure) return;
        const names = await readdir(folder, { recursive: true });
        await Promise.all(
          names
            .filter((name) => compressibleFiles.test(name))
            .map((name) => writeCompressedCopies(join(folder, name))),
        );
      },
    },
  };
}
