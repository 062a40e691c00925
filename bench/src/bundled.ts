import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** One minified module of an entry file with its imports, for the oldest supported browsers. */
export async function bundled(entry: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome87', 'safari15.4', 'ios15.4'],
      // Vite keeps white space in libraries by default.
      minify: true,
      lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
}

export const gzipBytes = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

/** The size of the reader with its key access client in a browser. */
export const readerGzipBytes = async (): Promise<number> => gzipBytes(await bundled('./reader-entry.ts'));
