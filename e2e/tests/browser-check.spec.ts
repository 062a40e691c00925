import type { Page } from '@playwright/test';
import { browserCheck as en } from '../../apps/mobile/src/i18n/en/browser-check.ts';
import type { BrowserCheckTexts } from '../../apps/mobile/src/i18n/texts.ts';
import { browserCheck as zh } from '../../apps/mobile/src/i18n/zh/browser-check.ts';
import { engine } from '../engines/engine.ts';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/app.ts';

type Feature = keyof BrowserCheckTexts['features'];

/** Each function removes one feature from the browser. */
const withoutFeature: Readonly<Record<Feature, (page: Page) => Promise<unknown>>> = {
  modules: async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'));
    await changePage(page, ({ html }) => ({ html: html.replace('type="module"', 'type="unknown"') }));
  },
  moduleWorkers: (page) =>
    page.addInitScript(() => {
      Object.assign(globalThis, {
        Worker: new Proxy(Worker, { construct: (worker, [url]) => new worker(url as string) }),
      });
    }),
  // An engine that does not know the keyword applies the rest of the directive.
  webAssembly: (page) =>
    changePage(page, ({ policy }) => ({ policy: policy.replace(" 'wasm-unsafe-eval'", '') })),
  webLocks: (page) => page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks')),
  indexedDb: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB')),
  webCrypto: (page) => page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'subtle')),
};

type PageParts = { readonly html: string; readonly policy: string };

async function changePage(page: Page, change: (parts: PageParts) => Partial<PageParts>): Promise<void> {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    const changed = { html, policy, ...change({ html, policy }) };
    expect(changed, 'the fault is seeded').not.toEqual({ html, policy });
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': changed.policy },
      body: changed.html,
    });
  });
}

const textsOf = async (page: Page): Promise<BrowserCheckTexts> =>
  (await page.evaluate(() => navigator.language)).startsWith('zh') ? zh : en;

for (const feature of Object.keys(withoutFeature) as Feature[]) {
  test(`a browser without ${feature} says so, and what to do`, async ({ app, page }) => {
    await withoutFeature[feature](page);
    // Firefox reports what the changed policy blocks, although the page catches the error.
    if (feature === 'webAssembly' && engine === 'firefox') app.expectError(/blocked WebAssembly/);
    await page.goto('/');
    const text = await textsOf(page);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(text.title);
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(main).toContainText(text.missing + text.features[feature]);
    await expect(main).toContainText(text.safari('16.4'));
    await expect(main.getByText(text.hardened)).toHaveCount(feature === 'webAssembly' ? 1 : 0);
    // The app has not started and draws nothing.
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name: app.texts.auth.agreeAndGoOn })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    const size = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(size, 'nothing is wider than the screen').toBeLessThanOrEqual(0);

    const other = text === zh ? en : zh;
    await main.getByRole('button', { name: text.otherLanguage }).click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(other.title);
  });
}

test('a browser that supports only ES5 shows the notice', { tag: ['@once', '@isolated-world'] }, async ({
  app,
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['Promise', 'Map', 'Set', 'Proxy', 'Reflect', 'fetch', 'WebAssembly', 'Worker'])
      delete (globalThis as unknown as Record<string, unknown>)[name];
    for (const name of ['includes', 'find', 'fill', 'entries', 'keys', 'values', 'flatMap', 'at'])
      delete (Array.prototype as unknown as Record<string, unknown>)[name];
    for (const name of ['from', 'of']) delete (Array as unknown as Record<string, unknown>)[name];
    for (const name of ['assign', 'entries', 'values'])
      delete (Object as unknown as Record<string, unknown>)[name];
    for (const name of ['startsWith', 'includes', 'padStart'])
      delete (String.prototype as unknown as Record<string, unknown>)[name];
    for (const name of ['append', 'prepend', 'replaceChildren'])
      delete (Element.prototype as unknown as Record<string, unknown>)[name];
    delete (HTMLScriptElement.prototype as unknown as Record<string, unknown>)['noModule'];
    delete (Navigator.prototype as unknown as Record<string, unknown>)['locks'];
  });
  await changePage(page, ({ html }) => ({ html: html.replace('type="module"', 'type="unknown"') }));
  await page.goto('/');
  await expect(app.page.getByText(zh.title)).toBeVisible();
  await expect(page.getByText(zh.features.modules)).toBeVisible();
  for (const name of ['src', 'data-page']) {
    const url = await page.locator('#browser-check').getAttribute(name);
    const script = await (await page.request.get(url ?? '')).text();
    expect(script.length).toBeGreaterThan(500);
    expect(script, 'no syntax that is younger').not.toMatch(/=>|`|\b(?:const|let|class|async)\s|\.\.\./);
  }
});

test('a page without TLS starts with the features that it has', { tag: '@once' }, async ({ app, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: app.texts.auth.agreeAndGoOn })).toBeVisible();
});
