import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { pdfAssets } from '../../apps/mobile/viewer-frame/pdf-assets.plugin.mjs';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { phone } from './app-browser.ts';
import { measureFilm } from './film.ts';
import { largePdf } from './preview-sample.ts';
import { openQuietly } from './quiet-browser.ts';
import { serveRanges } from './range-server.ts';
import { peakOfPages } from './renderer-memory.ts';
import { sealFile } from './sealed-file.ts';
import type { SealedFile } from './sealed-remote.ts';
import { median, rounded } from './stats.ts';

const PAGES = 500;
const PAIRS = 7;
const PLAIN = '/sample.pdf';
const SEALED = '/sample.tdf';

type InPage = {
  readonly sealedFirstPage: (file: SealedFile) => Promise<number>;
  readonly plainFirstPage: (url: string) => Promise<number>;
};

/** The first page of a large sealed PDF over ranges against pdf.js alone with the plain file; what leafing takes, and a film. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-preview-'));
  try {
    await buildPage(folder);
    const sealed = await makeFiles(folder);
    const server = await serveRanges(folder);
    const browser = await chromium.launch(chromiumLaunchOptions());
    try {
      const { size } = await stat(join(folder, SEALED));
      const runs = [];
      for (let pair = 0; pair < PAIRS + 1; pair += 1) {
        const before = server.sentOf(SEALED);
        const ownFirst = pair % 2 === 0;
        const first = ownFirst ? await ownTime(browser, server.origin, sealed) : null;
        const bare = await bareTime(browser, server.origin);
        const own = first ?? (await ownTime(browser, server.origin, sealed));
        runs.push({ own, bare, bytes: server.sentOf(SEALED) - before });
      }
      // The first pair starts what is started once.
      const counted = runs.slice(1);
      const { pages, peak } = await leaf(server.origin, sealed);
      const film = await measureFilm();
      return {
        firstPage: {
          vsBarePdfjs: rounded(median(counted.map(({ own, bare }) => own / bare))),
          bytesShare: rounded(median(counted.map(({ bytes }) => bytes)) / size, 4),
          ms: rounded(median(counted.map(({ own }) => own)), 0),
        },
        memory: { peakBytes: peak, pages, videoPeakBytes: film.peakBytes },
        film: { bytes: film.bytes, openMs: film.openMs, seekMs: film.seekMs, seekBytes: film.seekBytes },
      };
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Each in a page of its own: nothing is warm that the other has warmed. */
async function inNewPage<T>(browser: Browser, origin: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.waitForFunction(() => 'sealedFirstPage' in globalThis);
    return await work(page);
  } finally {
    await context.close();
  }
}

const ownTime = (browser: Browser, origin: string, sealed: SealedFile): Promise<number> =>
  inNewPage(browser, origin, (page) =>
    page.evaluate((file) => (globalThis as unknown as InPage).sealedFirstPage(file), sealed),
  );

const bareTime = (browser: Browser, origin: string): Promise<number> =>
  inNewPage(browser, origin, (page) =>
    page.evaluate((url) => (globalThis as unknown as InPage).plainFirstPage(url), PLAIN),
  );

async function leaf(origin: string, sealed: SealedFile) {
  const { send, ask, close } = await openQuietly(origin);
  try {
    await ask(
      'new Promise((resolve) => { const look = () => ("sealedFirstPage" in globalThis ? resolve() : setTimeout(look, 20)); look(); })',
    );
    await ask(`sealedFirstPage(${JSON.stringify(sealed)})`);
    const { result, peak } = await peakOfPages(send, () => ask('leafThrough()'));
    return { pages: result as number, peak };
  } finally {
    await close();
  }
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

async function makeFiles(folder: string): Promise<SealedFile> {
  const from = join(folder, PLAIN);
  await pipeline(Readable.from(largePdf(PAGES)), createWriteStream(from));
  return sealFile({ from, to: join(folder, SEALED), url: SEALED, mimeType: 'application/pdf' });
}
