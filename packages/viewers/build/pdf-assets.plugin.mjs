import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
// Scripts inside documents are never run.
const unusedFile = /quickjs/i;
const fallbackFile = /_nowasm_fallback\.js$/;

const types = { wasm: 'application/wasm', js: 'text/javascript' };

/**
 * Adds pdf.js's character maps, standard fonts and decoders to the build, so that no PDF needs the network.
 * @param {{ withFallbacks?: boolean }} [options] - whether the decoders' fallbacks without WebAssembly are part of
 * the build.
 * @returns {import('vite').Plugin}
 */
export function pdfAssets({ withFallbacks = false } = {}) {
  return {
    name: 'pdf-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder, name] = /^\/pdfjs\/(\w+)\/([\w.-]+)$/.exec(request.url?.split('?')[0] ?? '') ?? [];
        if (!folder || !name || !folders.includes(folder)) return next();
        response.setHeader('Content-Type', types[name.split('.').at(-1)] ?? 'application/octet-stream');
        createReadStream(join(packageFolder, folder, name))
          .on('error', next)
          .pipe(response);
      });
    },
    async generateBundle() {
      for (const folder of folders) {
        for (const name of await readdir(join(packageFolder, folder))) {
          if (unusedFile.test(name) || (!withFallbacks && fallbackFile.test(name))) continue;
          const source = await readFile(join(packageFolder, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}
