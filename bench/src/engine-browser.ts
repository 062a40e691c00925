import { fileURLToPath } from 'node:url';
import {
  type BrowserContextOptions,
  type BrowserType,
  chromium,
  firefox,
  type LaunchOptions,
} from 'playwright';
import type { Engine } from '../../e2e/engines/engine.ts';
import { WebKitContext } from '../../e2e/engines/webkit/context.ts';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { phone } from './app-browser.ts';

/** Evaluates an expression in a page and awaits it. */
export type Ask = (expression: string) => Promise<unknown>;

export interface EngineBrowser {
  /** Opens an address in a new page, and closes the page after the work. */
  inNewPage<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const { viewport, locale } = phone;
const firefoxLauncher = fileURLToPath(new URL('../../e2e/engines/firefox-launcher.mjs', import.meta.url));

/** Starts a browser of each engine with the width of a phone. The caller closes it. */
export const openBrowser: Readonly<Record<Engine, () => Promise<EngineBrowser>>> = {
  chromium: () => openPlaywright(chromium, chromiumLaunchOptions(), phone),
  // Firefox has no emulation of a touch screen over WebDriver BiDi, and this release no emulation of colour schemes.
  firefox: () =>
    openPlaywright(
      firefox,
      { channel: 'moz-firefox', executablePath: firefoxLauncher },
      { viewport, locale, colorScheme: null },
    ),
  webkit: openWebKit,
};

async function openPlaywright(
  type: BrowserType,
  launch: LaunchOptions,
  options: BrowserContextOptions,
): Promise<EngineBrowser> {
  const browser = await type.launch(launch);
  return {
    async inNewPage(url, work) {
      const context = await browser.newContext(options);
      try {
        const page = await context.newPage();
        await page.goto(url);
        return await work((expression) => page.evaluate(expression));
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

async function openWebKit(): Promise<EngineBrowser> {
  const context = await WebKitContext.open({
    ...viewport,
    // Pages are opened by their own address. The proxy in front of the service is not in the way of any request.
    service: 'http://127.0.0.1:9',
    language: locale,
    isDark: false,
    serviceWorkers: 'allow',
    textScale: 1,
    isPrivate: false,
  });
  // A WebDriver session ends with its last window, so the first window stays open.
  const first = await context.newPage();
  return {
    async inNewPage(url, work) {
      await first.bringToFront();
      const page = await context.newPage();
      try {
        await page.goto(url);
        return await work((expression) => page.evaluate(expression));
      } finally {
        await page.close();
      }
    },
    close: () => context.close(),
  };
}
