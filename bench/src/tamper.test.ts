import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { phone } from './app-browser.ts';
import { buildPage } from './corpus-page.ts';
import { serveCorpus } from './corpus-server.ts';
import type { Tamper } from './tamper-entry.ts';
import { samples, sealSample } from './tamper-samples.ts';

/** `TEST_FULL=10000` sets the number of damaged files, with documents of every family. */
const full = Number(process.env['TEST_FULL'] ?? 0);
const times = full > 1 ? full : 60;
/** The first seed. */
const first = Number(process.env['TEST_SEED'] ?? 1);
const extensions = full > 1 ? Object.keys(samples) : ['pdf', 'txt', 'png'];
/** The timeout of an outcome in ms. Other content at its end is a violation, no content is a hang. */
const timeoutMs = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'tamper-'));
let end: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(folder, { recursive: true }))];
let page: Page;

beforeAll(async () => {
  const sealed = await Promise.all(extensions.map(sealSample));
  const paths = sealed.flatMap(({ file, plain }, index) =>
    [file, plain].map((bytes, part) => {
      const path = join(folder, `${2 * index + part}`);
      writeFileSync(path, bytes);
      return path;
    }),
  );
  const start = fileURLToPath(new URL('./tamper-entry.ts', import.meta.url));
  const server = await serveCorpus(await buildPage(full > 1 ? undefined : ['text'], start), paths);
  end = [() => server.close(), ...end];
  const browser = await chromium.launch(chromiumLaunchOptions({ prefersHeadlessShell: true }));
  end = [() => browser.close(), ...end];
  page = await (await browser.newContext({ ...phone, serviceWorkers: 'block' })).newPage();
  await page.goto(server.origin);
  await page.waitForFunction(() => 'tamper' in globalThis);
  const secrets = sealed.map(({ extension, pkcs8, kid, documentId }) => ({
    extension,
    pkcs8,
    kid,
    documentId,
  }));
  await page.evaluate((all) => (globalThis as unknown as { tamper: Tamper }).tamper.load(all), secrets);
});
afterAll(async () => {
  for (const step of end) await step();
});

const inPage = {
  open: (index: number, seed: number | null) =>
    page.evaluate(
      ([at, by]) =>
        (globalThis as unknown as { tamper: Tamper }).tamper.open(at as number, by as number | null),
      [index, seed],
    ),
  goToLast: () => page.evaluate(() => (globalThis as unknown as { tamper: Tamper }).tamper.goToLast()),
  message: () => page.evaluate(() => (globalThis as unknown as { tamper: Tamper }).tamper.message()),
  wrongBytes: () => page.evaluate(() => (globalThis as unknown as { tamper: Tamper }).tamper.wrongBytes()),
  close: () => page.evaluate(() => (globalThis as unknown as { tamper: Tamper }).tamper.close()),
};

/** All visible text and pixels of the page and its frames. */
async function shown(): Promise<string> {
  const parts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => {
          const pixels = Array.from(document.querySelectorAll('canvas'), (canvas) => {
            if (canvas.width === 0) return '';
            const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
              data: [],
            };
            let sum = 0;
            for (const value of data) sum = (Math.imul(sum, 31) + value) | 0;
            return `${canvas.width}x${canvas.height}:${sum}`;
          });
          const pictures = Array.from(document.images, ({ src, naturalWidth }) => `${naturalWidth}:${src}`);
          return [document.body.innerText, ...pixels, ...pictures].join('\n');
        })
        .catch(() => ''),
    ),
  );
  return parts.join('\n').trim();
}

/** Waits until the content is stable. */
async function settled(): Promise<string> {
  let [last, same] = ['', 0];
  while (same < 8) {
    const now = await shown();
    same = now === last && now !== '' ? same + 1 : 0;
    last = now;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  }
  return last;
}

/** Waits for the expected content. @returns the message of an error, or the wrong content at the timeout. */
async function becomes(
  wanted: string,
): Promise<{ readonly message: string | null; readonly wrong: string | null }> {
  const until = Date.now() + timeoutMs;
  let now = '';
  while (Date.now() < until) {
    const message = await inPage.message();
    if (message !== null) return { message, wrong: null };
    now = await shown();
    if (now === wanted) return { message: null, wrong: null };
  }
  return { message: null, wrong: now };
}

it(
  `shows what was sealed or says why not, however it is tampered with (${times} times)`,
  async () => {
    const whole: { readonly format: string; readonly views: readonly string[] }[] = [];
    for (const index of extensions.keys()) {
      const { format, message } = await inPage.open(index, null);
      expect(message).toBeNull();
      const views = [await settled()];
      await inPage.goToLast();
      views.push(await settled());
      whole.push({ format, views });
      await inPage.close();
    }
    const tally: Record<string, number> = {};
    const wrong: unknown[] = [];
    for (let seed = first; seed < first + times; seed += 1) {
      const index = seed % extensions.length;
      const sealed = whole[index];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const hung = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), timeoutMs);
      });
      const opened = await Promise.race([inPage.open(index, seed), hung]);
      clearTimeout(timer);
      if (!opened) throw new Error(`seed ${seed} hangs`);
      let message = opened.message;
      for (const [at, view] of (sealed?.views ?? []).entries()) {
        if (message !== null) break;
        if (at > 0) await inPage.goToLast();
        const became = await becomes(view);
        if (became.wrong !== null) wrong.push({ seed, ...opened, shown: became.wrong.slice(0, 300) });
        ({ message } = became);
        if (became.wrong !== null) break;
      }
      if (message === null && opened.format !== sealed?.format) wrong.push({ seed, ...opened });
      const outcome = `${extensions[index]} ${opened.damage}: ${message?.split(' ')[0] ?? 'as it was sealed'}`;
      tally[outcome] = (tally[outcome] ?? 0) + 1;
      await inPage.close();
    }
    if (full > 1) console.log(JSON.stringify(tally));
    expect(wrong).toEqual([]);
    expect(await inPage.wrongBytes()).toBe(0);
    // Some damage was detected, and some had no effect.
    const all = Object.keys(tally);
    expect(all.some((outcome) => outcome.includes('damaged'))).toBe(true);
    expect(all.some((outcome) => outcome.includes('as it was sealed'))).toBe(true);
  },
  Math.max(120_000, times * 2_000),
);
