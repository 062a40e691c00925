import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { taskPages } from '../../testing/app/work-world.ts';
import { type Answers, json, twoTenants } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';

const tasks = 'GET /api/v1/tenants/t1/user-tasks';
const answers: Answers = {
  ...memberAnswers,
  'GET /api/v1/tenants/t1/flow-types': () => json({ total: 0, data: [] }),
  [tasks]: taskPages(200),
};

let mounted: Mounted | undefined;
beforeAll(async () => {
  clearScrollPositions();
  await page.viewport(360, 640);
});
afterEach(() => {
  mounted?.unmount();
  clearScrollPositions();
});

/** Loads a page on a device that has stored these keys. */
async function load(path: string, stored: Readonly<Record<string, object>>, own: Answers = {}) {
  const platform = createMemoryPlatform();
  await storeSession(platform, [twoTenants[0]]);
  for (const [key, value] of Object.entries(stored))
    await platform.preferences.set(key as `scroll:${string}`, JSON.stringify(value));
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return platform;
}

const main = () => page.getByRole('main').element();
const stored = async (platform: ReturnType<typeof createMemoryPlatform>, key: `scroll:${string}`) =>
  JSON.parse((await platform.preferences.get(key)) ?? 'null') as { index: number; visit: string } | null;

it('restores the scroll position from the scroll key after a reload, and stores it on leaving', async () => {
  const visit = 't1:/approval#default';
  const platform = await load('/approval?list=tasks', { 'scroll:tasks': { visit, index: 60, within: 0 } });
  await expect.element(page.getByText('申请 61', { exact: true })).toBeInViewport();
  expect(page.getByText('申请 1', { exact: true }).query()).toBeNull();

  await expect
    .poll(() => {
      main().scrollTo(0, main().scrollHeight / 2);
      return page.getByText('申请 100', { exact: true }).query();
    })
    .not.toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(async () => (await stored(platform, 'scroll:tasks'))?.index).toBeGreaterThan(80);
  expect((await stored(platform, 'scroll:tasks'))?.visit).toBe(visit);
});

it('reserves space for the stored record count until the service answers', async () => {
  let answer = () => undefined as void;
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const platform = await load(
    '/approval?list=tasks',
    { 'recordCount:tasks': { list: 't1:list=tasks', count: 150 } },
    {
      [tasks]: async (request) => {
        if (new URL(request.url).searchParams.get('limit') !== '0') await isAsked;
        return taskPages(200)(request);
      },
    },
  );
  await expect.poll(() => main().scrollHeight).toBeGreaterThan(150 * 60);
  expect(page.getByText('申请 1', { exact: true }).query()).toBeNull();
  answer();
  await expect.element(page.getByText('申请 1', { exact: true })).toBeVisible();
  await expect
    .poll(async () => JSON.parse((await platform.preferences.get('recordCount:tasks')) ?? '{}'))
    .toEqual({ list: 't1:list=tasks', count: 200 });
});
