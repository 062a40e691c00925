import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { phone } from './app-browser.ts';
import type { Bench } from './corpus-entry.ts';
import { countWords, shownText } from './corpus-text.ts';

export interface CorpusLine {
  readonly file: string;
  readonly format: string;
  readonly opened: boolean;
  readonly error: string | null;
  readonly words: number;
  readonly firstPaintMs: number | null;
  /** Requests to other hosts than the app’s. */
  readonly requests: number;
  /** Blobs without script type, caches, databases and files that existed after closing or were ever created. */
  readonly leftovers: number;
  readonly left: readonly string[];
}

export interface RunOptions {
  readonly origin: string;
  readonly documents: readonly string[];
  readonly nameOf: (path: string) => string;
  /** The timeout of a file. Its page is killed afterwards. */
  readonly seconds: number;
  readonly password: string | null;
  /** Whether a service worker may play videos. Without it they are fed in parts. */
  readonly worker?: boolean;
  /** Whether the engine of exact pages draws the documents. */
  readonly exact?: boolean;
  /** Whether all text of a document is collected, which takes time. */
  readonly isTextRead?: boolean;
  readonly onLine: (line: CorpusLine, text: string) => void;
  /** Called with the page while the document is open. */
  readonly onShown?: (page: Page, path: string) => Promise<void>;
}

type Opened = Pick<CorpusLine, 'format' | 'error' | 'firstPaintMs'> & {
  readonly text: string;
  readonly left: readonly string[];
};

/** Records everything that the browser may write to the disk: every blob that is not script, in any frame. */
const watchBlobs = () => {
  const blobs: string[] = [];
  const Original = Blob;
  const isScript = (type: string) => /javascript/.test(type);
  const note = (how: string, blob: Blob) => {
    if (blob.size > 0 && !isScript(blob.type)) blobs.push(`${how}:${blob.type || 'untyped'}:${blob.size}`);
  };
  Object.assign(globalThis, {
    blobs,
    Blob: class extends Original {
      constructor(parts?: BlobPart[], options?: BlobPropertyBag) {
        super(parts, options);
        note('blob', this);
      }
    },
  });
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    if (object instanceof Original) note('url', object);
    return createObjectURL(object);
  };
};

const benchOf = 'bench' as const;
type WithBench = Record<typeof benchOf, Bench>;

const blobsIn = async (page: Page): Promise<readonly string[]> => {
  const found = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => (globalThis as { blobs?: string[] }).blobs ?? []).catch(() => [] as string[]),
      ),
  );
  return found.flat();
};

class Run {
  readonly #options: RunOptions;
  #browser: Browser | undefined;
  #context: BrowserContext | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async page(): Promise<Page> {
    this.#browser ??= await chromium.launch({
      ...chromiumLaunchOptions(),
      // Names in documents resolve to no host.
      args: [...chromiumLaunchOptions().args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    if (this.#context === undefined) {
      this.#context = await this.#browser.newContext(phone);
      await this.#context.addInitScript(watchBlobs);
    }
    return this.#context.newPage();
  }

  async end(): Promise<void> {
    const browser = this.#browser;
    [this.#browser, this.#context] = [undefined, undefined];
    await browser?.close();
  }

  async measure(path: string, index: number): Promise<readonly [CorpusLine, string]> {
    const { origin, nameOf, seconds, password, onShown } = this.#options;
    const { worker = true, isTextRead = true, exact = false } = this.#options;
    const page = await this.page();
    const foreign = new Set<string>();
    page.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith('http') && asked !== origin) foreign.add(request.url());
    });
    // The policy blocks these requests, so they are attempts only.
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') foreign.delete(request.url());
    });
    const until = Date.now() + seconds * 1000;
    const size = statSync(path).size;
    const show = async (): Promise<Opened> => {
      await page.goto(origin);
      await page.waitForFunction(() => 'bench' in globalThis);
      const url = `/documents/${index}`;
      const shown = await page.evaluate((open) => (globalThis as unknown as WithBench).bench.open(open), {
        url,
        size,
        name: basename(path),
        password,
        worker,
        exact,
        extension: extname(path).slice(1).toLowerCase(),
      });
      if (shown.error !== null) return { ...shown, text: '', left: await blobsIn(page) };
      if (onShown) {
        await page.evaluate(() => (globalThis as unknown as WithBench).bench.complete());
        await onShown(page, path);
      }
      const text = isTextRead ? await shownText(page, until - 2_000) : '';
      const blobs = await blobsIn(page);
      const error = await page.evaluate(() => (globalThis as unknown as WithBench).bench.failure());
      await page.evaluate(() => (globalThis as unknown as WithBench).bench.close());
      const kept = await page.evaluate(() => (globalThis as unknown as WithBench).bench.left());
      return { ...shown, error, text, left: [...blobs, ...kept] };
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = (error: string): Opened => ({ format: '', error, firstPaintMs: null, text: '', left: [] });
    const opened = await Promise.race([
      show().catch((error: unknown) => ended(`crashed: ${String(error).split('\n')[0]}`)),
      new Promise<Opened>((resolve) => {
        timer = setTimeout(() => resolve(ended('hung')), seconds * 1000);
      }),
    ]);
    clearTimeout(timer);
    const isLost = opened.error === 'hung' || opened.error?.startsWith('crashed');
    await (isLost ? this.end() : page.close());
    const { text, ...facts } = opened;
    const line: CorpusLine = {
      file: nameOf(path),
      opened: opened.error === null,
      words: countWords(text),
      requests: foreign.size,
      leftovers: opened.left.length,
      ...facts,
      firstPaintMs: opened.firstPaintMs === null ? null : Math.round(opened.firstPaintMs),
    };
    return [line, text];
  }
}

/** Opens the documents one after the other, each in a new page. */
export async function runCorpus(options: RunOptions): Promise<void> {
  const run = new Run(options);
  try {
    for (const [index, path] of options.documents.entries()) {
      const [line, text] = await run.measure(path, index);
      options.onLine(line, text);
    }
  } finally {
    await run.end();
  }
}
