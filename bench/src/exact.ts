import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, signIn } from './app-browser.ts';
import { startAppService } from './app-service.ts';
import { firstWords, writeDocx, writeWorkbook } from './exact-documents.ts';
import { peakOfPages } from './renderer-memory.ts';

const { documents, preview } = zh;
const maxWaitMs = 25_000;
/** The workbook has 1,850 exact pages, and a busy machine needs long for the first start. */
const maxConversionMs = 90_000;
const maxLightMs = 10_000;
const pageCount = 200;
const rowCount = 100_000;

const previewOf = (page: Page) => page.getByRole('dialog', { name: preview.title });

/** Opens a file of the device. @returns the time in ms until the light viewer shows its first words; null if it does not. */
async function openLight(page: Page, origin: string, path: string): Promise<number | null> {
  await page.goto(`${origin}/sessionlist`);
  const tabs = page.getByRole('navigation', { name: zh.shell.tabBar });
  await tabs.getByRole('link', { name: zh.shell.tabs.documents }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: documents.open, exact: true }).click();
  const start = performance.now();
  await (await chooser).setFiles(path);
  const words = previewOf(page).frameLocator('iframe').getByText(firstWords).first();
  return words.waitFor({ timeout: maxLightMs }).then(
    () => Math.round(performance.now() - start),
    () => null,
  );
}

type Exact = { readonly engineMs: number | null; readonly inPlaceMs: number | null };

/** Replaces the light viewer by exact pages. Both times are null if the engine gives the document up. */
async function showExact(page: Page): Promise<Exact> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  await previewOf(page).getByRole('button', { name: preview.exact.show }).click({ timeout: maxLightMs });
  // The engine has started at the first half of the progress.
  const engine = page
    .waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 0.5, undefined, {
      polling: 20,
      timeout: maxWaitMs,
    })
    .then(elapsed, () => null);
  const isShown = previewOf(page)
    .getByRole('button', { name: preview.exact.showLight })
    .waitFor({ timeout: maxConversionMs })
    .then(() => true);
  const isRefused = page
    .getByText(preview.exact.conversionFailed)
    .waitFor({ timeout: maxConversionMs })
    .then(() => false);
  const isExact = await Promise.race([isShown, isRefused]);
  for (const waiting of [isShown, isRefused]) waiting.catch(() => undefined);
  if (!isExact) return { engineMs: null, inPlaceMs: null };
  await previewOf(page).locator('canvas').first().waitFor({ timeout: maxWaitMs });
  const inPlaceMs = elapsed();
  return { engineMs: await engine, inPlaceMs };
}

/** Fetches the engine, after the question, by a short document. */
async function fetchEngine(page: Page, origin: string, path: string): Promise<void> {
  await openLight(page, origin, path);
  await previewOf(page).getByRole('button', { name: preview.exact.show }).click();
  const question = page.getByRole('dialog', { name: preview.exact.consentTitle });
  await question.getByRole('button', { name: preview.exact.download }).click();
  await previewOf(page)
    .getByRole('button', { name: preview.exact.showLight })
    .waitFor({ timeout: maxConversionMs });
}

/** The times of a document, in a page of its own, and the maximum memory of the page meanwhile. */
async function measure(context: BrowserContext, origin: string, path: string) {
  const page = await context.newPage();
  const session = await context.browser()?.newBrowserCDPSession();
  const send = async (method: string): Promise<Record<string, unknown>> =>
    (await session?.send(method as 'SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  try {
    const lightMs = await openLight(page, origin, path);
    const { result, peak } = await peakOfPages(send, () =>
      showExact(page).catch(() => ({ engineMs: null, inPlaceMs: null })),
    );
    return { lightMs, ...result, peakBytes: peak };
  } finally {
    await page.close();
  }
}

/** Exact pages in the built app with the real service: a sealed document of 200 pages and a workbook of 100,000 rows. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-exact-'));
  const service = await startAppService();
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const short = join(folder, 'short.docx');
    const long = join(folder, 'long.docx');
    const workbook = join(folder, 'workbook.xlsx');
    await writeDocx(short, 1);
    await writeDocx(long, pageCount);
    await writeWorkbook(workbook, rowCount);
    const sealed = await service.seal(long);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    });
    await consented(context);
    const page = await context.newPage();
    await signIn(page, service.origin, service.account);
    await fetchEngine(page, service.origin, short);
    await page.close();
    const start = await measure(context, service.origin, short);
    const document = await measure(context, service.origin, sealed);
    return {
      engine: { startMs: start.engineMs, shortDocumentMs: start.inPlaceMs },
      document,
      workbook: await measure(context, service.origin, workbook),
    };
  } finally {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
