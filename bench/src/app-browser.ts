import type { BrowserContext, Page } from 'playwright';
import type { Account } from './app-service.ts';

/** The mid-range phone of Lighthouse. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const;

/** Slow 4G: bytes per second, and round trip time in ms. */
const slow4g = { throughput: (1.6 * 1024 * 1024) / 8, latency: 150 };

/** How many times slower than this machine a phone is. */
export const slowdown = 4;

/** Throttles the processor of a page, and optionally its network, to the speed of a phone. */
export async function slowDown(page: Page, { line }: { readonly line: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!line) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4g.latency,
    downloadThroughput: slow4g.throughput,
    uploadThroughput: slow4g.throughput,
  });
}

/** A user who has accepted the agreements and is signed out, so that the usual start screen is measured. */
export const consented = (context: BrowserContext) =>
  context.addInitScript(() => {
    localStorage.setItem('isAgreeLicence', 'true');
    localStorage.setItem('privacyGuidelines', 'false');
    if (sessionStorage.getItem('isPrepared') !== null) return;
    // As the first visit leaves it. Later documents of the tab may be signed in.
    sessionStorage.setItem('isPrepared', 'true');
    localStorage.setItem('signedOut', 'true');
  });

export async function signIn(page: Page, origin: string, { username, password }: Account): Promise<void> {
  await page.goto(`${origin}/pwdlogin`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('input[type="checkbox"]').check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/sessionlist');
}
