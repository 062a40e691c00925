import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, phone, signIn, slowDown } from './app-browser.ts';
import { messageAt, rowCount, sessionAt, taskAt } from './app-rows.ts';
import type { AppService } from './app-service.ts';
import { median } from './stats.ts';

const rounds = 3;

interface Answered {
  readonly path: RegExp;
  readonly rowAt: (now: number, index: number) => object;
}

/** The lists that this server answers, as the service would for that many rows. */
const lists: Readonly<Record<'sessions' | 'messages' | 'tasks', Answered & { readonly screen: string }>> = {
  sessions: { path: /\/user-msg-sessions$/, rowAt: sessionAt, screen: '/sessionlist' },
  messages: {
    path: /\/user-msg-sessions\/bench-0\/msgs$/,
    rowAt: messageAt,
    screen: '/messagelist?sessionID=bench-0',
  },
  tasks: { path: /\/user-tasks$/, rowAt: taskAt, screen: '/approval?list=tasks' },
};

async function answerLists(context: BrowserContext, now: number): Promise<void> {
  for (const { path, rowAt } of Object.values(lists)) {
    await context.route(
      (url) => path.test(url.pathname),
      (route) => {
        const query = new URL(route.request().url()).searchParams;
        const before = Number(query.get('before') ?? now + 1);
        // The rows are one minute apart, and the newest is current.
        const first = Math.max(0, Math.floor((now - before) / 60_000) + 1) + Number(query.get('skip') ?? 0);
        const end = Math.min(rowCount, first + Number(query.get('limit') ?? 10));
        const data = Array.from({ length: Math.max(0, end - first) }, (_, index) =>
          rowAt(now, first + index),
        );
        return route.fulfill({ json: { total: rowCount, unread: 0, data } });
      },
    );
  }
}

interface Scrolled {
  readonly worstFrameMs: number;
  readonly slowFrames: number;
  readonly height: number;
}

/** Scrolls a list by flings for some seconds in one direction, and measures every frame. */
const fling = (page: Page, { towardsStart }: { readonly towardsStart: boolean }): Promise<Scrolled> =>
  page.evaluate(async (back) => {
    const scroller = [...document.querySelectorAll('main, main *')].find(
      (element) =>
        element.scrollHeight > element.clientHeight + 10 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
    );
    if (scroller === undefined) throw new Error('nothing scrolls');
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    const start = await frame();
    let before = start;
    // The distance per frame of a fast fling, decreasing towards its end.
    for (let step = 0; before - start < 4000; step += 1) {
      scroller.scrollTop += (back ? -1 : 1) * Math.max(8, 220 * (1 - (step % 40) / 40));
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    return {
      worstFrameMs: Math.max(...frames),
      slowFrames: frames.filter((duration) => duration > 50).length,
      height: scroller.scrollHeight,
    };
  }, towardsStart);

/** The app has started after half a second without late frames. Later delays belong to the list. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let before = await frame();
    for (let inTime = 0; inTime < 30; ) {
      const now = await frame();
      inTime = now - before < 20 ? inTime + 1 : 0;
      before = now;
    }
  });

async function scrollThrough(page: Page, origin: string, name: keyof typeof lists): Promise<Scrolled> {
  await page.goto(origin + lists[name].screen);
  await page.locator('main li').nth(5).waitFor();
  await atRest(page);
  return fling(page, { towardsStart: name === 'messages' });
}

/** Lists of 10,000 rows with four times CPU throttling: the worst frame of each, median of three rounds. */
export async function measureLists({ origin, account }: AppService) {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    await consented(context);
    const page = await context.newPage();
    await signIn(page, origin, account);
    await answerLists(context, Date.now());
    await slowDown(page, { line: false });
    const worst: Record<string, number> = {};
    for (const name of Object.keys(lists) as (keyof typeof lists)[]) {
      const rounded: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        rounded.push((await scrollThrough(page, origin, name)).worstFrameMs);
      worst[name] = Math.round(median(rounded));
    }
    return { worstFrameMs: Math.max(...Object.values(worst)), worstFrames: worst };
  } finally {
    await browser.close();
  }
}
