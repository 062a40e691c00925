import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { packEngine } from './exact-engine.pack.mjs';

const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/exact-engine', import.meta.url));
const moduleName = 'virtual:exact-engine-manifest';
const folderName = 'exact-engine';

/** Quality 5 compresses to 59 % of the transfer limit in seconds; the highest takes minutes and saves a tenth. */
const compress = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Returns the compressed chunk. Later builds find it in the cache. */
async function compressedChunk(digest, bytes) {
  const path = join(cacheFolder, `${digest}.br`);
  if (existsSync(path)) return readFile(path);
  const content = await compress(bytes);
  await mkdir(cacheFolder, { recursive: true });
  // A build that is killed leaves no half file under the final name.
  await writeFile(`${path}.${process.pid}`, content);
  await rename(`${path}.${process.pid}`, path);
  return content;
}

/**
 * Makes the manifest of the engine of exact pages available as a module, and writes the engine's chunks beside the app, compressed.
 * The app loads neither before somebody asks for exact pages.
 * @param {{ withEngine?: boolean }} [options] - false for the native shells, whose web views cannot isolate a page; their
 *   manifest is null.
 * @returns {import('vite').Plugin}
 */
export function exactEngine({ withEngine = true } = {}) {
  let packing;
  let outFolder;
  const pack = () => (packing ??= packEngine());
  return {
    name: 'exact-engine',
    configResolved(config) {
      outFolder = resolve(config.root, config.build.outDir, folderName);
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    async load(id) {
      if (id !== `\0${moduleName}`) return undefined;
      return `export default ${JSON.stringify(withEngine ? (await pack()).manifest : null)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, digest] = /^\/exact-engine\/([\da-f]{64})\.bin$/.exec(request.url ?? '') ?? [];
        if (digest === undefined) return next();
        response.setHeader('Content-Type', 'application/octet-stream');
        void pack().then(({ chunks }) => response.end(chunks.get(digest)), next);
      });
    },
    closeBundle: {
      sequential: true,
      async handler(failure) {
        if (failure || !withEngine) return;
        const { chunks } = await pack();
        await mkdir(outFolder, { recursive: true });
        await Promise.all(
          [...chunks].map(async ([digest, bytes]) =>
            writeFile(join(outFolder, `${digest}.bin.br`), await compressedChunk(digest, bytes)),
          ),
        );
      },
    },
  };
}
