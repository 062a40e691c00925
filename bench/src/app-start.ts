import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, phone, slowDown } from './app-browser.ts';
import { serveScript } from './script-server.ts';
import { median, rounded } from './stats.ts';

const rounds = 5;
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

/** From navigation with an empty cache until the password field accepts input. */
async function untilInteractive(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    await consented(context);
    const page = await context.newPage();
    await slowDown(page, { line: true });
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(passwordField).waitFor();
    return await settledAt(page);
  } finally {
    await context.close();
  }
}

/** The time of the field’s paint, on the page’s clock. */
const settledAt = (page: Page) =>
  page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
  );

/** The sign-in screen with a slow processor and network, and the difference to a minimal React page. */
export async function measureStart(origin: string) {
  const bare = await serveScript(await bareReact());
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
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
