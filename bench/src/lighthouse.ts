import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Config } from 'lighthouse';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';

const debuggingPort = 9333;

/** A browser with a new profile that Lighthouse can use. */
export async function withBrowser<T>(
  options: BrowserContextOptions,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'sealflow-lighthouse-'));
  const launch = chromiumLaunchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    ...options,
    args: [...launch.args, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    return await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The scores of a page in the open browser, by default on the phone of Lighthouse. */
export async function scores(url: string, config?: Config) {
  const flags = {
    port: debuggingPort,
    output: 'json' as const,
    logLevel: 'error' as const,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    // A session that stays signed in.
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    // The event stream stays open, so the network never becomes idle. The page is complete long before, and a wait
    // of 45 s would show nothing more.
    maxWaitForLoad: 5_000,
  };
  const result = await lighthouse(url, flags, config);
  if (result === undefined) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { categories, audits } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    largestPaintMs: Math.round(value('largest-contentful-paint')),
    blockedMs: Math.round(value('total-blocking-time')),
    layoutShift: Number(value('cumulative-layout-shift').toFixed(3)),
    lost: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  };
}
