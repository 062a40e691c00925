import { type BrowserContext, chromium, expect as defaultExpect, type Page } from '@playwright/test';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { App } from '../support/app.ts';
import { Applying } from '../support/applying.ts';
import type { Demo } from '../support/service.ts';
import { checkForUpdate, waitUntilCached } from '../support/service-workers.ts';

/** The machine may be busy. */
export const expect = defaultExpect.configure({ timeout: 60_000 });

/** A browser with its profile: closing it keeps the local database, the keys and the session. */
export interface Device {
  readonly app: App;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** Opens the browser of the profile. The app is in Chinese, as prescribed, so that both releases have its words. */
export async function openDevice(
  profile: string,
  { url, demo }: { url: string; demo: Demo },
): Promise<Device> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunchOptions(),
    baseURL: url,
    locale: 'zh-CN',
    serviceWorkers: 'allow',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return { app: new App(page, { texts: zh, demo }), page, context, close: () => context.close() };
}

/** What the earlier release leaves on the device. */
export interface LeftOnDevice {
  /** The title of a draft that was not sent. */
  readonly draft: string;
  /** The title of an application whose approval waits in the outbox. */
  readonly approved: string;
  /** The name of the entry script of the build. */
  readonly build: string;
}

const buildOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '');

/** The decision never reaches the service: the device believes that it is offline. */
const decisions = '**/actions/approve';

/** Signs in, opens a sealed file, begins a draft, and approves a task without a connection. */
export async function useEarlierRelease(
  { app, page, context }: Device,
  { sealed, approved, draft }: { sealed: string; approved: string; draft: string },
): Promise<LeftOnDevice> {
  const { work, preview } = app.texts;
  const tenant = app.tenant('eds-pro_16');
  await app.signIn(app.account('approver'), tenant);
  await waitUntilCached(page);

  await app.openTab('documents');
  await app.openLocalFile(sealed);
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  await page.goBack();
  await expect(app.rows).toHaveCount(1);

  const applying = new Applying(app);
  await applying.openForm('mail_out', draft);
  await expect(page).toHaveURL(/[?&]draft=/);
  await page.goto('/work?view=apply');
  await expect(page.getByRole('region', { name: applying.texts.drafts }).getByText(draft)).toBeVisible();

  await context.route(decisions, (route) => route.abort('internetdisconnected'));
  await page.goto('/work');
  await page.getByRole('button', { name: approved }).first().click();
  await page.getByRole('button', { name: work.approve, exact: true }).click();
  await page.getByRole('textbox', { name: work.remark }).fill('同意');
  await page.getByRole('button', { name: work.confirmApprove, exact: true }).click();
  await expect(page.getByText(work.outbox.waiting).first()).toBeVisible();
  return { draft, approved, build: await buildOf(page) };
}

/** Opens the same profile with the later release and checks that it has all that was left. */
export async function useLaterRelease({ app, page, context }: Device, left: LeftOnDevice): Promise<void> {
  const { notices, work, preview } = app.texts;
  await page.goto('/');
  // The service worker of the earlier release answers until the person asks for the new version.
  await checkForUpdate(page);
  await page.getByRole('button', { name: notices.reload }).click();
  await expect.poll(() => buildOf(page)).not.toBe(left.build);
  await expect(page, 'the session continues').not.toHaveURL(/login/);

  await app.openTab('documents');
  await expect(app.rows).toHaveCount(1);
  await context.setOffline(true);
  await app.rows.first().getByRole('button').first().click();
  await expect(app.preview.getByRole('button', { name: preview.pageOf(1, 12) })).toBeVisible();
  await page.goBack();
  await context.setOffline(false);

  const applying = new Applying(app);
  await page.goto('/work?view=apply');
  await page.getByRole('region', { name: applying.texts.drafts }).getByText(left.draft).click();
  await expect(applying.field(applying.texts.title)).toHaveValue(left.draft);

  await page.goto('/work');
  await expect(page.getByRole('region', { name: work.recent })).toBeVisible();
  await expect(page.getByRole('button', { name: left.approved })).toHaveCount(0);
}
