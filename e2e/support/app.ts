import { createHash } from 'node:crypto';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type ErrorCode, errorText } from '@sealflow/domain';
import { en } from '../../apps/mobile/src/i18n/en.ts';
import type { Texts } from '../../apps/mobile/src/i18n/texts.ts';
import { zh } from '../../apps/mobile/src/i18n/zh.ts';
import { logCapture } from '../../apps/server/testing/log.ts';
import { engine } from '../engines/engine.ts';
import { firefoxFixtures, prepareFirefox } from '../engines/firefox-fixtures.ts';
import type { WebKitContext } from '../engines/webkit/context.ts';
import { webkitFixtures } from '../engines/webkit/fixtures.ts';
import { hasLocalDatabase } from './device-stores.ts';
import { type Demo, demo, origin } from './service.ts';
import { startWorkerService } from './worker-service.ts';

type Account = Demo['accounts'][number];

/** The actions and observations of a user, in the language of the run. */
export class App {
  readonly page: Page;
  readonly texts: Texts;
  readonly demo: Demo;
  readonly #expectedErrors: RegExp[] = [];

  constructor(page: Page, { texts, demo }: { texts: Texts; demo: Demo }) {
    this.page = page;
    this.texts = texts;
    this.demo = demo;
  }

  /** Console errors of the page that match are expected from now on. */
  expectError(pattern: RegExp): void {
    this.#expectedErrors.push(pattern);
  }

  isExpectedError(message: string): boolean {
    return this.#expectedErrors.some((pattern) => pattern.test(message));
  }

  /** The text of the error catalogue in the language of the run. */
  errorText(code: ErrorCode, params: Parameters<typeof errorText>[2] = {}): string {
    return errorText(code, this.texts === zh ? 'cn' : 'en', params);
  }

  account(role: string): Account {
    const found = this.demo.accounts.find((account) => account.role === role);
    if (!found) throw new Error(`the demo has no ${role}`);
    return found;
  }

  tenant(version: 'eds-pro_16' | 'eds-pro_15'): Demo['tenants'][number] {
    const found = this.demo.tenants.find(({ serviceVersion }) => serviceVersion.startsWith(version));
    if (!found) throw new Error(`the demo has no tenant of ${version}`);
    return found;
  }

  async consent(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('button', { name: this.texts.auth.agreeAndGoOn }).click();
    await expect(this.page).toHaveURL(/\/pwdlogin$/);
  }

  async submitSignIn({ username, password }: Pick<Account, 'username' | 'password'>): Promise<void> {
    const { auth } = this.texts;
    await this.page.getByRole('textbox', { name: auth.username }).fill(username);
    await this.page.getByRole('textbox', { name: auth.password }).fill(password);
    await this.page.getByRole('checkbox').check();
    await this.page.getByRole('button', { name: auth.signIn, exact: true }).click();
  }

  /** From the first start to the first screen of the account. */
  async signIn(account: Account, tenant?: { name: string }): Promise<void> {
    await this.consent();
    await this.submitSignIn(account);
    if (account.tenants.length > 1 && tenant)
      await this.page.getByRole('button', { name: tenant.name }).click();
    await expect(this.page).toHaveURL(/\/sessionlist$/);
  }

  async openTab(name: 'messages' | 'documents' | 'work' | 'mine'): Promise<void> {
    const tabs = this.page.getByRole('navigation', { name: this.texts.shell.tabBar });
    await tabs.getByRole('link', { name: this.texts.shell.tabs[name] }).click();
  }

  /** The rows of the screen's list. */
  get rows(): Locator {
    return this.page.getByRole('main').getByRole('listitem');
  }

  get preview(): Locator {
    return this.page.getByRole('dialog', { name: this.texts.preview.title });
  }

  /** Performs an action and waits until the page shows a text, even for a single frame. */
  async waitForText(text: string, action: () => Promise<void>): Promise<void> {
    const isShown = this.page.waitForFunction(
      (expectedText) => document.body.textContent.includes(expectedText),
      text,
      {
        polling: 'raf',
      },
    );
    await action();
    await isShown;
  }

  /**
   * Waits until the device can work offline: the code of these screens and their dependencies is cached, and the
   * database exists.
   */
  async waitUntilOfflineReady(...screens: readonly string[]): Promise<void> {
    const isLoaded = (expectedText: readonly string[]) => {
      const loaded = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        // WebKit omits the status.
        .filter(({ responseStatus }) => (responseStatus ?? 200) === 200)
        .map(({ name }) => name);
      const named = [
        ...document.querySelectorAll<HTMLLinkElement>('link[rel$="preload"], link[rel="stylesheet"]'),
      ];
      return (
        expectedText.every((screen) => loaded.some((name) => name.includes(`/${screen}.screen-`))) &&
        named.every(({ href }) => loaded.includes(href))
      );
    };
    const isReady = async () =>
      (await this.page.evaluate(isLoaded, screens)) && (await this.page.evaluate(hasLocalDatabase));
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
  }

  async openLocalFile(path: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: this.texts.documents.open, exact: true }).click();
    await (await chooser).setFiles(path);
  }
}

type WorkerFixtures = { serviceData: 'demo' | 'empty'; origin: string; demo: Demo };

const serviceTest = base.extend<{ textScale: number; isPrivate: boolean }, WorkerFixtures>({
  /** Options of WebKit’s window: the text scale, and whether its profile is private. */
  textScale: [1, { option: true }],
  isPrivate: [false, { option: true }],
  serviceData: ['demo', { option: true, scope: 'worker' }],
  origin: [
    async ({ serviceData }, use) => {
      const end = await startWorkerService(serviceData);
      await use(origin());
      await end();
    },
    { scope: 'worker', timeout: 300_000, auto: true },
  ],
  baseURL: ({ origin: address }, use) => use(address),
  demo: [
    async ({ origin: url, serviceData }, use) =>
      use({ ...(serviceData === 'demo' ? await demo() : { tenants: [], accounts: [] }), url }),
    { scope: 'worker' },
  ],
});

/** Playwright drives Chromium itself. The other engines have their own fixtures. */
const engineFixtures = { chromium: {}, firefox: firefoxFixtures, webkit: webkitFixtures };
const engineTest = serviceTest.extend(
  engineFixtures[engine] as unknown as Parameters<typeof serviceTest.extend>[0],
);

type OpenApp = (viewport?: { width: number; height: number }) => Promise<App>;

export const test = engineTest.extend<{ app: App; openApp: OpenApp }>({
  app: async ({ page, locale, demo }, use) => {
    const faults: string[] = [];
    if (engine !== 'webkit') watchConsole(page, faults);
    const app = new App(page, { texts: locale?.startsWith('zh') ? zh : en, demo });
    await use(app);
    // Responses in progress have no receiver any more.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    assertNoFaults(app, faults);
  },
  /** Opens the browser of another person, whose errors count too. */
  openApp: async ({ browser, contextOptions, app }, use, testInfo) => {
    const opened: { app: App; faults: string[] }[] = [];
    await use(async (viewport = { width: 412, height: 915 }) => {
      const options = { ...contextOptions, viewport, baseURL: app.demo.url };
      const context = await browser.newContext(options);
      if (engine === 'firefox') await prepareFirefox(context);
      const faults: string[] = [];
      const other = new App(await context.newPage(), app);
      if (engine !== 'webkit') watchConsole(other.page, faults);
      opened.push({ app: other, faults });
      return other;
    });
    // Playwright itself does it in the other engines.
    const isPictured = engine === 'webkit' && testInfo.status !== testInfo.expectedStatus;
    for (const [index, { app: other, faults }] of opened.entries()) {
      if (isPictured)
        await other.page.screenshot({ path: testInfo.outputPath(`failed-other-${index + 1}.png`) });
      assertNoFaults(other, faults);
      await other.page.context().close();
    }
  },
});

function assertNoFaults(app: App, faults: readonly string[]): void {
  const own = engine === 'webkit' ? (app.page.context() as unknown as WebKitContext).errors() : [];
  const unexpected = [...faults, ...own].filter((message) => !app.isExpectedError(message));
  expect(unexpected, 'the page reports no unexpected error').toEqual([]);
}

/** Firefox reports that the page’s policy blocks Playwright’s style sheet for screenshots. */
const screenshotStyle = createHash('sha256').update('body {}').digest('base64');

/**
 * The console message of a failed request, in Chromium and, through a service worker, in Firefox. Tests interrupt
 * the network, and pages close during a preload. The reaction of the app is tested separately.
 */
const failedRequest = /Failed to load resource|^Failed to load ‘[^’]+’\. A ServiceWorker/;

function watchConsole(page: Page, faults: string[]): void {
  const isExpected = (text: string) => failedRequest.test(text) || text.includes(screenshotStyle);
  // Firefox reports a request that its service worker did not finish either as an error of the page or on the console.
  page.on('pageerror', ({ message }) => {
    if (!isExpected(message)) faults.push(message);
  });
  page.on('console', (message) => {
    logCapture()?.line(message.text());
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text());
  });
}

export { expect } from '@playwright/test';
