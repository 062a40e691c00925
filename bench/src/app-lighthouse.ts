import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, phone, signIn } from './app-browser.ts';
import type { AppService } from './app-service.ts';

const debuggingPort = 9333;

async function scores(url: string) {
  const result = await lighthouse(url, {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    // A session that stays signed in.
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    // The event stream stays open, so the network never becomes idle. The page is complete long before, and a wait
    // of 45 s would show nothing more.
    maxWaitForLoad: 5_000,
  });
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

const tabs = { messages: '/sessionlist', documents: '/document', work: '/work', mine: '/myinfo' } as const;

/** The Lighthouse scores of the sign-in screen and of the tabs on a phone. */
export async function measureLighthouse({ origin, account }: AppService) {
  const profile = mkdtempSync(join(tmpdir(), 'sealflow-lighthouse-'));
  const options = chromiumLaunchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ...phone,
    args: [...options.args, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    await consented(context);
    const [page = await context.newPage()] = context.pages();
    await page.goto(`${origin}/pwdlogin`);
    await page.locator('input[type="password"]').waitFor();
    await page.goto('about:blank');
    const measured: Record<string, Awaited<ReturnType<typeof scores>>> = {
      signIn: await scores(`${origin}/pwdlogin`),
    };
    const again = await context.newPage();
    await signIn(again, origin, account);
    await again.goto('about:blank');
    for (const [name, path] of Object.entries(tabs)) measured[name] = await scores(origin + path);
    return measured;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
