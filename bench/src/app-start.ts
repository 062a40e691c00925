import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { build, type Rolldown } from 'vite';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, phone, slowDown } from './app-browser.ts';
import { serveScript } from './script-server.ts';
import { median, rounded } from './stats.ts';

const rounds = 9;
declare global {
  interface Window {
    passwordFieldPaintedAt: Promise<number>;
  }
}

const passwordField = 'input[type="password"]:enabled';

async function bareReact(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: ['chrome87', 'safari15.4', 'ios15.4'],
      rolldownOptions: { input: fileURLToPath(new URL('bare-react-entry.ts', import.meta.url)) },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}

/**
 * The time of the paint that first shows an enabled password field, by the page's own clock. A locator of Playwright polls at
 * intervals of up to 500 ms, by which it would round the time.
 */
function recordFirstPaint(field: string): void {
  window.passwordFieldPaintedAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(field) === null) return;
      observer.disconnect();
      // A task after the frame, because callbacks of a frame run before its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  });
}

/** From navigation with an empty cache until the password field is shown and accepts input. */
async function untilInteractive(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    await consented(context);
    await context.addInitScript(recordFirstPaint, passwordField);
    const page = await context.newPage();
    await slowDown(page, { line: true });
    await page.goto(url, { waitUntil: 'commit' });
    return await page.evaluate(() => window.passwordFieldPaintedAt);
  } finally {
    await context.close();
  }
}

/** The sign-in screen with a slow processor and network, and the difference to a minimal React page. */
export async function measureStart(origin: string) {
  const bare = await serveScript(await bareReact());
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    // The first page of a browser waits for parts that later ones have loaded.
    await untilInteractive(browser, bare.origin);
    const own: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ours = await untilInteractive(browser, `${origin}/pwdlogin`);
      own.push(ours);
      ratios.push(ours / (await untilInteractive(browser, bare.origin)));
    }
    return { interactiveMs: Math.round(median(own)), vsBareReact: rounded(median(ratios), 2) };
  } finally {
    await browser.close();
    await bare.close();
  }
}
