import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
// Scripts inside documents are never run, and browsers without WebAssembly are not served.
const left = /quickjs|nowasm/i;

/**
 * Puts pdf.js's character maps, standard fonts and decoders beside the app, so that no PDF needs the network.
 * @returns {import('vite').Plugin}
 */
export function pdfAssets() {
  return {
    name: 'pdf-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder, name] = /^\/pdfjs\/(\w+)\/([\w.-]+)$/.exec(request.url?.split('?')[0] ?? '') ?? [];
        if (!folder || !name || !folders.includes(folder)) return next();
        response.setHeader(
          'Content-Type',
          name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream',
        );
        createReadStream(join(packageFolder, folder, name))
          .on('error', next)
          .pipe(response);
      });
    },
    async generateBundle() {
      for (const folder of folders) {
        for (const name of await readdir(join(packageFolder, folder))) {
          if (left.test(name)) continue;
          const source = await readFile(join(packageFolder, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}
