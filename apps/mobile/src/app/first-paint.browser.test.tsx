import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, offline } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

const refreshing = 'POST /api/v1/auth/refresh-token';

async function start({ answers = {}, consent = true }: { answers?: Answers; consent?: boolean } = {}) {
  const platform = createMemoryPlatform();
  if (refreshing in answers) await storeSession(platform);
  mounted = await mountApp({ path: '/', platform, answers, consent });
  return () => platform.updates.done.filter((what) => what === 'started').length;
}

it.each([
  ['the sign-in', {}],
  ['the agreements, which wait for consent', { consent: false }],
  ['the network error screen', { answers: { [refreshing]: offline } }],
])('reports a successful start of the code once %s is drawn', async (_, given) => {
  const started = await start(given);
  await expect.poll(started).toBeGreaterThan(0);
  await expect.element(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'))).toBeVisible();
});

it('reports a successful start before a slow service answers', async () => {
  let answer = (): void => undefined;
  const waits = new Promise<Response>((resolve) => {
    answer = () => resolve(json({ token: 'token-2', expire: later }));
  });
  const started = await start({ answers: { [refreshing]: () => waits } });
  await expect.poll(() => mounted?.requests).toContain(refreshing);
  await expect.poll(started).toBeGreaterThan(0);
  expect(window.location.pathname).toBe('/');
  answer();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

it('opens the database for the list of documents before a slow service answers', async () => {
  const platform = createMemoryPlatform();
  const openDatabase = vi.fn<typeof platform.openDatabase>(platform.openDatabase);
  await storeSession(platform);
  let answer = (): void => undefined;
  const waits = new Promise<Response>((resolve) => {
    answer = () => resolve(json({ token: 'token-2', expire: later }));
  });
  mounted = await mountApp({
    path: '/document',
    platform: { ...platform, openDatabase },
    answers: { ...memberAnswers, [refreshing]: () => waits },
  });
  await expect.poll(() => mounted?.requests).toContain(refreshing);
  await expect.poll(() => openDatabase.mock.calls.length).toBe(1);
  answer();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

it('draws the tab bar in its place before the screen', async () => {
  const platform = createMemoryPlatform();
  await storeSession(platform);
  const drawn: { readonly hasHeading: boolean; readonly top: number | undefined }[] = [];
  const observer = new MutationObserver(() => {
    const hasHeading = document.querySelector('h1') !== null;
    drawn.push({ hasHeading, top: document.querySelector('nav')?.getBoundingClientRect().top });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  mounted = await mountApp({ path: '/document', platform, answers: memberAnswers });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  observer.disconnect();
  const [first, ...others] = drawn.filter(({ top }) => top !== undefined);
  expect(first?.hasHeading).toBe(false);
  expect(others.at(-1)).toEqual({ hasHeading: true, top: first?.top });
});
