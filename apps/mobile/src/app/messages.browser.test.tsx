import type { Message } from '@sealflow/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  type Answers,
  json,
  nothing,
  signedIn,
  twoTenants,
  userWith,
} from '../platform/session/tests/answers.ts';
import { type Mounted, mountApp } from './tests/mount.tsx';

const later = Date.now() + 86_400_000;

const message = (index: number): Message => ({
  msgID: `m${index}`,
  sessionID: 's1',
  type: 'text',
  title: `Message ${index}`,
  // Heights differ, so that no estimate is right by chance.
  text: 'One line of text after another. '.repeat(1 + ((index * 7) % 9)),
  createAt: 1_700_000_000_000 + index * 200_000,
  read: index < 118,
  link: null,
});
/** The newest first, as the service answers. */
const all = Array.from({ length: 120 }, (_, index) => message(119 - index));

const session = {
  sessionID: 's1',
  kind: 'conversation',
  title: 'A conversation',
  tid: null,
  unread: 2,
  updateAt: 1_700_000_000_000,
  lastMsg: { msgID: 'm119', type: 'text', text: 'The last line', createAt: 1_700_000_000_000 },
};

function answersWith(read: number[], older: Promise<void>): Answers {
  return {
    'POST /api/v1/auth/token': () => json(signedIn([twoTenants[0]], later)),
    'GET /api/v1/tenants/t1/current-user': () => json(userWith('users')),
    'GET /api/v1/user-msg-sessions': () => json({ total: 1, data: [session], unread: 2 }),
    'GET /api/v1/user-msg-sessions/s1/msgs': async (request) => {
      const query = new URL(request.url).searchParams;
      const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
      const skip = Number(query.get('skip'));
      if (skip > 0) await older;
      const data = all
        .filter(({ createAt }) => createAt < before)
        .slice(skip, skip + Number(query.get('limit')));
      return json({ total: all.length, data });
    },
    'POST /api/v1/user-msg-sessions/s1/actions/read': async (request) => {
      read.push(((await request.json()) as { upTo: number }).upTo);
      return nothing();
    },
  };
}

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => mounted?.unmount());

async function openMessages(read: number[] = [], older: Promise<void> = Promise.resolve()) {
  mounted = await mountApp({ answers: answersWith(read, older) });
  await page.getByLabelText('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByText('The last line').click();
  await expect.element(page.getByText('Message 119')).toBeVisible();
  return page.getByRole('main', { name: 'A conversation' }).element();
}

/** The titles that stand below the top bar now, with their places. */
const seen = (list: Element) =>
  [...list.querySelectorAll('h2')]
    .map((heading) => ({ title: heading.textContent, top: heading.getBoundingClientRect().top }))
    .filter(({ top }) => top > 60 && top < 800);
const topOf = (list: Element, title: string) =>
  seen(list).find((one) => one.title === title)?.top ?? Number.NaN;

/** A title in the middle and its place, once rows that were just measured have taken theirs. */
async function placeHeld(list: Element, index: number) {
  let before = '';
  await expect
    .poll(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = JSON.stringify(seen(list));
      const isHeld = now === before && seen(list).length > index;
      before = now;
      return isHeld;
    })
    .toBe(true);
  return seen(list)[index]!;
}

it('begins at the newest and marks what was seen as read', async () => {
  const read: number[] = [];
  const list = await openMessages(read);
  await expect.poll(() => list.scrollHeight - list.scrollTop - list.clientHeight).toBeLessThan(2);
  await expect.poll(() => read).toEqual([message(119).createAt]);
});

it('does not move by a pixel when older messages come above', async () => {
  let letOlderCome = () => undefined as void;
  const older = new Promise<void>((resolve) => {
    letOlderCome = resolve;
  });
  const list = await openMessages([], older);
  list.scrollTo(0, 500);
  await expect.element(page.getByText('正在加载更早的消息')).toBeInTheDocument();
  const { title, top } = await placeHeld(list, 0);
  const height = list.scrollHeight;
  letOlderCome();
  await expect.poll(() => list.scrollHeight).toBeGreaterThan(height + 1000);
  // New rows are measured in the frame after they came.
  await placeHeld(list, 0);
  expect(Math.abs(topOf(list, title) - top)).toBeLessThanOrEqual(1);
});

it('comes back to the place it was left at', async () => {
  const list = await openMessages();
  list.scrollBy(0, -700);
  const { title, top } = await placeHeld(list, 2);
  window.history.pushState({ idx: 99 }, '', '/about');
  window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 99 } }));
  await expect.element(page.getByRole('heading', { name: '关于', exact: true })).toBeVisible();
  window.history.back();
  await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  const again = () => page.getByRole('main', { name: 'A conversation' }).element();
  await expect.poll(() => Math.abs(topOf(again(), title) - top)).toBeLessThanOrEqual(1);
});

it('has what the service wrote come in the language that is chosen', async () => {
  const notices = { zh: '申请已通过', en: 'Application approved' };
  const answers: Answers = {
    ...answersWith([], Promise.resolve()),
    'GET /api/v1/user-msg-sessions': (request) => {
      const text = notices[request.headers.get('Accept-Language') as keyof typeof notices];
      return json({ total: 1, data: [{ ...session, lastMsg: { ...session.lastMsg, text } }], unread: 0 });
    },
  };
  mounted = await mountApp({ answers });
  await page.getByLabelText('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: '登录' }).click();
  await expect.element(page.getByText(notices.zh)).toBeVisible();
  await page.getByRole('link', { name: '我的' }).click();
  await page.getByRole('button', { name: /^语言/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await expect.element(page.getByText(notices.en)).toBeVisible();
});
