import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { pdfAssets } from '@sealflow/viewers/build/pdf-assets.plugin.mjs';
import { build } from 'vite';
import type { Ask, EngineBrowser } from './engine-browser.ts';
import { largePdf } from './preview-sample.ts';
import { serveRanges } from './range-server.ts';
import { sealFile } from './sealed-file.ts';
import type { SealedFile } from './sealed-remote.ts';
import { inPairs } from './stats.ts';

const pageCount = 500;
const plainUrl = '/sample.pdf';
const sealedUrl = '/sample.tdf';

export interface PreviewPage {
  readonly origin: string;
  readonly sealed: SealedFile;
  /** The size of the sealed document. */
  readonly size: number;
  /** The bytes of the sealed document that the server has sent. */
  readonly bytesSent: () => number;
  close(): Promise<void>;
}

/** Serves the page of `preview-entry.ts` and a large PDF, plain and sealed, from a folder. */
export async function servePreview(folder: string): Promise<PreviewPage> {
  await buildPage(folder);
  const from = join(folder, plainUrl);
  const to = join(folder, sealedUrl);
  await pipeline(Readable.from(largePdf(pageCount)), createWriteStream(from));
  const sealed = await sealFile({ from, to, url: sealedUrl, mimeType: 'application/pdf' });
  const { size } = await stat(to);
  const { origin, sentOf, close } = await serveRanges(folder);
  return { origin, sealed, size, bytesSent: () => sentOf(sealedUrl), close };
}

/** Resolves after the page’s script has run. */
export const scriptReady =
  'new Promise((resolve) => { const look = () => ("sealedFirstPage" in globalThis ? resolve(true) : setTimeout(look, 20)); look(); })';

export type FirstPageTimes = { readonly own: number; readonly bare: number; readonly bytes: number };

/**
 * Measures the first page of the sealed document in the app’s viewer and of the plain one in pdf.js, in ms. Each
 * runs in a new page, so that neither warms caches for the other.
 */
export async function firstPageTimes(
  browser: EngineBrowser,
  { origin, sealed, bytesSent }: PreviewPage,
  pairs: number,
): Promise<readonly FirstPageTimes[]> {
  const timeOf = (expression: string) =>
    browser.inNewPage(origin, async (ask: Ask) => {
      await ask(scriptReady);
      return (await ask(expression)) as number;
    });
  const ownTime = async () => {
    const before = bytesSent();
    const ms = await timeOf(`sealedFirstPage(${JSON.stringify(sealed)})`);
    return { ms, bytes: bytesSent() - before };
  };
  const bareTime = () => timeOf(`plainFirstPage(${JSON.stringify(plainUrl)})`);
  // The first pair is a warm-up.
  const [, ...counted] = await inPairs(pairs + 1, ownTime, bareTime);
  return counted.map(([own, bare]) => ({ own: own.ms, bare, bytes: own.bytes }));
}

async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [pdfAssets()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: ['chrome87', 'safari15.4', 'ios15.4'],
      minify: true,
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('preview-entry.ts', import.meta.url)),
        output: { entryFileNames: 'entry.js', assetFileNames: 'assets/[name][extname]' },
      },
    },
  });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html data-theme="light"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/assets/style.css"><script type="module" src="/entry.js"></script></html>',
  );
}
