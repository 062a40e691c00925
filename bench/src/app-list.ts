import { type BrowserContext, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { consented, phone, signIn, slowDown, slowdown } from './app-browser.ts';
import { messageAt, rowCount, sessionAt, taskAt } from './app-rows.ts';
import type { AppService } from './app-service.ts';
import { traceFrames } from './main-thread.ts';
import { median } from './stats.ts';

const rounds = 3;

interface ListRoute {
  readonly path: RegExp;
  readonly rowAt: (now: number, index: number) => object;
}

/** The measured lists. Playwright answers their requests with generated rows in place of the service. */
const lists: Readonly<Record<'sessions' | 'messages' | 'tasks', ListRoute & { readonly screen: string }>> = {
  sessions: { path: /\/user-msg-sessions$/, rowAt: sessionAt, screen: '/sessionlist' },
  messages: {
    path: /\/user-msg-sessions\/bench-0\/msgs$/,
    rowAt: messageAt,
    screen: '/messagelist?sessionID=bench-0',
  },
  tasks: { path: /\/user-tasks$/, rowAt: taskAt, screen: '/approval?list=tasks' },
};

async function routeLists(context: BrowserContext, now: number): Promise<void> {
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

/** Scrolls a list by flings for four seconds in one direction. @returns the duration of the longest frame in ms. */
const fling = (page: Page, { towardsStart }: { readonly towardsStart: boolean }): Promise<number> =>
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
    return Math.max(...frames);
  }, towardsStart);

/** Waits until 30 frames in a row were in time, so that the start of the app is not measured as scrolling. */
const waitUntilStarted = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let before = await frame();
    for (let framesInTime = 0; framesInTime < 30; ) {
      const now = await frame();
      framesInTime = now - before < 20 ? framesInTime + 1 : 0;
      before = now;
    }
  });

type ListName = keyof typeof lists;

async function open(page: Page, origin: string, name: ListName): Promise<void> {
  await page.goto(origin + lists[name].screen);
  await page.locator('main li').nth(5).waitFor();
  await waitUntilStarted(page);
}

const scroll = (page: Page, name: ListName) => fling(page, { towardsStart: name === 'messages' });

/** Each list has a page of its own: a page that was loaded before leaves garbage, which is collected while the next one scrolls. */
async function worstFrames(context: BrowserContext, origin: string): Promise<Record<ListName, number>> {
  const worst = { sessions: 0, messages: 0, tasks: 0 };
  for (const name of Object.keys(lists) as ListName[]) {
    const page = await context.newPage();
    await slowDown(page, { line: false });
    const durations: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await open(page, origin, name);
      durations.push(await scroll(page, name));
    }
    worst[name] = Math.round(median(durations));
    await page.close();
  }
  return worst;
}

/** The processor time that the main thread takes for the worst frame of each list, in ms of a phone. */
async function mainThreadTimes(page: Page, origin: string): Promise<Record<ListName, number>> {
  const worst = { sessions: 0, messages: 0, tasks: 0 };
  for (const name of Object.keys(lists) as ListName[]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await open(page, origin, name);
      times.push(slowdown * Math.max(...(await traceFrames(page, () => scroll(page, name)))));
    }
    worst[name] = Math.round(median(times));
  }
  return worst;
}

/**
 * Lists of 10,000 rows: the worst frame of each with four times CPU throttling, and the time of the main thread in it, which
 * other programs of the machine do not extend. Medians of three rounds.
 */
export async function measureLists({ origin, account }: AppService) {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
    await consented(context);
    const page = await context.newPage();
    await signIn(page, origin, account);
    await routeLists(context, Date.now());
    // Throttling takes the time of the clock, so processor time is measured without it.
    const mainThread = await mainThreadTimes(page, origin);
    await page.close();
    const worst = await worstFrames(context, origin);
    return {
      worstFrameMs: Math.max(...Object.values(worst)),
      worstFrames: worst,
      worstMainThreadMs: mainThread,
    };
  } finally {
    await browser.close();
  }
}
