import type { BrowserContext, Page } from 'playwright';
import type { Account } from './app-service.ts';

/** A mid-range phone, as Lighthouse takes it. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
} as const;

/** Slow 4G: bytes a second, and the way there and back in ms. */
const slow4g = { throughput: (1.6 * 1024 * 1024) / 8, latency: 150 };

/** Makes a page's processor, and its line if asked, as slow as a phone's. */
export async function slowDown(page: Page, { line }: { readonly line: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!line) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4g.latency,
    downloadThroughput: slow4g.throughput,
    uploadThroughput: slow4g.throughput,
  });
}

/** The agreements are accepted: what is measured is the screen of every day. */
export const consented = (context: BrowserContext) =>
  context.addInitScript(() => {
    localStorage.setItem('isAgreeLicence', 'true');
    localStorage.setItem('privacyGuidelines', 'false');
  });

export async function signIn(page: Page, origin: string, { username, password }: Account): Promise<void> {
  await page.goto(`${origin}/pwdlogin`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('input[type="checkbox"]').check();
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/sessionlist');
}
