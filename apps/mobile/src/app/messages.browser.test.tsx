import type { Message } from '@sealflow/contract';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { touchMain } from '../../testing/app/touch.ts';
import {
  type Answers,
  json,
  nothing,
  signedIn,
  twoTenants,
  userWith,
} from '../../testing/session/answers.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';

const later = Date.now() + 86_400_000;

const message = (index: number): Message => ({
  msgID: `m${index}`,
  sessionID: 's1',
  type: 'text',
  title: `Message ${index}`,
  // The heights differ, so that an estimate cannot be right by chance.
  text: 'One line of text after another. '.repeat(1 + ((index * 7) % 9)),
  createAt: 1_700_000_000_000 + index * 200_000,
  read: index < 118,
  link: null,
});
/** The messages in the order of the service: the newest first. */
const history = () => Array.from({ length: 120 }, (_, index) => message(119 - index));
let all = history();
beforeEach(() => {
  all = history();
});

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
      const keyword = query.get('keyword') ?? '';
      const matching = all.filter(({ createAt, title }) => createAt < before && title.includes(keyword));
      const upTo = Math.max(0, ...read);
      for (const one of matching) one.read ||= one.createAt <= upTo;
      return json({ total: matching.length, data: matching.slice(skip, skip + Number(query.get('limit'))) });
    },
    'POST /api/v1/user-msg-sessions/s1/actions/read': async (request) => {
      read.push(((await request.json()) as { upTo: number }).upTo);
      return nothing();
    },
  };
}

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  clearScrollPositions();
});

async function openMessages(read: number[] = [], older: Promise<void> = Promise.resolve()) {
  mounted = await mountApp({ answers: answersWith(read, older) });
  return open();
}

async function signIn() {
  await page.getByLabelText('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: '登录' }).click();
}

async function open() {
  await signIn();
  await page.getByText('The last line').click();
  await expect.element(page.getByText('Message 119')).toBeVisible();
  return page.getByRole('main', { name: 'A conversation' }).element();
}

/** The titles below the top bar, with their positions. */
const seen = (list: Element) =>
  [...list.querySelectorAll('h2')]
    .map((heading) => ({ title: heading.textContent, top: heading.getBoundingClientRect().top }))
    .filter(({ top }) => top > 60 && top < 800);
const topOf = (list: Element, title: string) =>
  seen(list).find((one) => one.title === title)?.top ?? Number.NaN;

/** A title in the middle and its position, after the newly measured rows have moved to theirs. */
async function settledPosition(list: Element, index: number) {
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

it('starts at the newest message and marks the shown messages as read', async () => {
  const read: number[] = [];
  const list = await openMessages(read);
  await expect.poll(() => list.scrollHeight - list.scrollTop - list.clientHeight).toBeLessThan(2);
  await expect.poll(() => read).toEqual([message(119).createAt]);
});

it('keeps the scroll position when older messages are loaded above', async () => {
  let deliverOlder = () => undefined as void;
  const older = new Promise<void>((resolve) => {
    deliverOlder = resolve;
  });
  const list = await openMessages([], older);
  list.scrollTo(0, 500);
  await expect.element(page.getByText('正在加载更早的消息')).toBeInTheDocument();
  const { title, top } = await settledPosition(list, 0);
  const height = list.scrollHeight;
  deliverOlder();
  await expect.poll(() => list.scrollHeight).toBeGreaterThan(height + 1000);
  // New rows are measured one frame after their insertion.
  await settledPosition(list, 0);
  expect(Math.abs(topOf(list, title) - top)).toBeLessThanOrEqual(1);
});

it('opens a message from the search far back, and loads messages in both directions', async () => {
  const list = await openMessages();
  await expect.poll(() => seen(list).at(-1)?.title).toBe('Message 119');
  window.history.back();
  await page.getByRole('searchbox').fill('Message 42');
  await page.getByRole('button', { name: /A conversation.*Message 42/ }).click();
  const found = page.getByRole('heading', { name: 'Message 42', exact: true });
  await expect.element(found).toBeInViewport();
  expect(found.element().closest('article')?.getAttribute('aria-current')).toBe('true');
  const again = page.getByRole('main', { name: 'A conversation' }).element();
  const endAt = (place: () => number, at: 0 | -1) =>
    expect.poll(() => {
      again.scrollTo(0, place());
      return seen(again).at(at)?.title;
    });
  await endAt(() => again.scrollHeight, -1).toBe('Message 119');
  await expect.element(page.getByRole('button', { name: /回到最新消息/ })).not.toBeInTheDocument();
  await endAt(() => 0, 0).toBe('Message 0');
});

/** An event stream that the test writes. */
function events() {
  let write: (event: string) => void = () => undefined;
  const answer = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          write = (event) => controller.enqueue(new TextEncoder().encode(event));
        },
      }),
      { headers: { 'Content-Type': 'text/event-stream' } },
    );
  return { answer, arrive: () => write('event: message\ndata: {"sessionID":"s1"}\n\n') };
}

it('shows new messages at the end of the list, and offers them to a reader further up', async () => {
  const { answer, arrive } = events();
  const read: number[] = [];
  mounted = await mountApp({
    answers: { ...answersWith(read, Promise.resolve()), 'GET /api/v1/events': answer },
  });
  const list = await open();
  await expect.poll(() => mounted?.requests.includes('GET /api/v1/events')).toBe(true);
  all = [message(120), ...all];
  arrive();
  const last = (index: number) => page.getByRole('heading', { name: `Message ${index}`, exact: true });
  await expect.element(last(120)).toBeInViewport();
  await expect.poll(() => read.at(-1)).toBe(message(120).createAt);

  list.scrollBy(0, -1200);
  const { title, top } = await settledPosition(list, 0);
  all = [message(122), message(121), ...all];
  arrive();
  const button = page.getByRole('button', { name: /回到最新消息/ });
  await expect.element(page.getByRole('button', { name: /2 条新消息/ })).toBeVisible();
  expect(Math.abs(topOf(list, title) - top)).toBeLessThanOrEqual(1);
  expect(read.at(-1)).toBe(message(120).createAt);
  await button.click();
  await expect.element(last(122)).toBeInViewport();
  await expect.poll(() => read.at(-1)).toBe(message(122).createAt);
  await expect.element(button).not.toBeInTheDocument();
});

it('restores the scroll position on return', async () => {
  const list = await openMessages();
  list.scrollBy(0, -700);
  const { title, top } = await settledPosition(list, 2);
  window.history.pushState({ idx: 99 }, '', '/about');
  window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 99 } }));
  await expect.element(page.getByRole('heading', { name: '关于', exact: true })).toBeVisible();
  window.history.back();
  await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  const again = () => page.getByRole('main', { name: 'A conversation' }).element();
  await expect.poll(() => Math.abs(topOf(again(), title) - top)).toBeLessThanOrEqual(1);
});

it('requests texts of the service in the selected language', async () => {
  const notices = { zh: '申请已通过', en: 'Application approved' };
  const answers: Answers = {
    ...answersWith([], Promise.resolve()),
    'GET /api/v1/user-msg-sessions': (request) => {
      const text = notices[request.headers.get('Accept-Language') as keyof typeof notices];
      return json({ total: 1, data: [{ ...session, lastMsg: { ...session.lastMsg, text } }], unread: 0 });
    },
  };
  mounted = await mountApp({ answers });
  await signIn();
  await expect.element(page.getByText(notices.zh)).toBeVisible();
  await page.getByRole('link', { name: '我的' }).click();
  await page.getByRole('button', { name: /^语言/ }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await expect.element(page.getByText(notices.en)).toBeVisible();
});

it('refreshes after a pull beyond 70 px and keeps a 50 px indicator for 400 ms', async () => {
  mounted = await mountApp({ answers: answersWith([], Promise.resolve()) });
  await signIn();
  await expect.element(page.getByText('The last line')).toBeVisible();
  const pull = async (by: number, sign: string) => {
    touchMain('touchstart', 100);
    touchMain('touchmove', 100 + by);
    await expect.element(page.getByText(sign)).toBeVisible();
  };
  const requests = () =>
    mounted?.requests.filter((call) => call === 'GET /api/v1/user-msg-sessions').length ?? 0;

  // The list moves by half of the distance of the finger.
  await pull(138, '下拉刷新');
  touchMain('touchend', 238);
  await expect.element(page.getByText('下拉刷新')).not.toBeInTheDocument();
  const before = requests();
  await pull(142, '松开刷新');
  const released = performance.now();
  touchMain('touchend', 242);
  const refreshing = page.getByText('正在刷新');
  await expect.element(refreshing).toBeVisible();
  expect(refreshing.element().closest('output')?.style.height).toBe('50px');
  await expect.element(refreshing).not.toBeInTheDocument();
  expect(performance.now() - released).toBeGreaterThanOrEqual(400);
  expect(requests()).toBeGreaterThan(before);
});

/** Answers a call with an error where its query matches, until `end` is called. */
function failing(answers: Answers, name: string, isFailing: (query: URLSearchParams) => boolean) {
  let failures = 0;
  let hasEnded = false;
  const answer = (request: Request) => {
    if (hasEnded || !isFailing(new URL(request.url).searchParams))
      return answers[name]?.(request) ?? nothing();
    failures += 1;
    return json({ code: 'app.internal_error' }, 503);
  };
  return {
    answers: { ...answers, [name]: answer },
    failures: () => failures,
    end: () => {
      hasEnded = true;
    },
  };
}

const messagesCall = 'GET /api/v1/user-msg-sessions/s1/msgs';

const manyFrames = async () => {
  for (let count = 0; count < 30; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};

/** The user sees the failure of further rows, nothing is requested meanwhile, and the button loads them. */
async function expectFailureAndRetry({ failures, end }: ReturnType<typeof failing>) {
  const alert = page.getByRole('alert').filter({ hasText: '更多内容加载失败' });
  await expect.element(alert).toBeInViewport();
  await manyFrames();
  expect(failures()).toBe(1);
  end();
  await alert.getByRole('button', { name: '重试' }).click();
  await expect.element(alert).not.toBeInTheDocument();
}

it('reports older messages that failed to load once, and loads them on retry', async () => {
  const older = failing(answersWith([], Promise.resolve()), messagesCall, (query) => query.has('before'));
  mounted = await mountApp({ answers: older.answers });
  const list = await open();
  list.scrollTo(0, 0);
  await expectFailureAndRetry(older);
  await expect
    .poll(() => {
      list.scrollTo(0, 0);
      return seen(list)[0]?.title;
    })
    .toBe('Message 0');
});

it('reports messages newer than an opened search result that failed to load once, and loads them on retry', async () => {
  const isNewer = (query: URLSearchParams) =>
    Number(query.get('before')) > message(119).createAt &&
    query.get('skip') === '0' &&
    Number(query.get('limit')) > 1;
  const newer = failing(answersWith([], Promise.resolve()), messagesCall, isNewer);
  mounted = await mountApp({ answers: newer.answers });
  await open();
  window.history.back();
  await page.getByRole('searchbox').fill('Message 42');
  await page.getByRole('button', { name: /A conversation.*Message 42/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Message 42', exact: true })).toBeInViewport();
  const list = page.getByRole('main', { name: 'A conversation' }).element();
  list.scrollTo(0, list.scrollHeight);
  await expectFailureAndRetry(newer);
  await expect
    .poll(() => {
      list.scrollTo(0, list.scrollHeight);
      return seen(list).at(-1)?.title;
    })
    .toBe('Message 119');
});

it('reports search results that failed to load once, and loads them on retry', async () => {
  const isFurther = (query: URLSearchParams) => query.has('keyword') && query.has('before');
  const further = failing(answersWith([], Promise.resolve()), messagesCall, isFurther);
  mounted = await mountApp({ answers: further.answers });
  await open();
  await page.getByRole('button', { name: '搜索消息' }).click();
  await page.getByRole('searchbox').fill('Message');
  await expect.element(page.getByText('120 条相关消息')).toBeVisible();
  const list = page.getByRole('main').element();
  list.scrollTo(0, list.scrollHeight);
  await expectFailureAndRetry(further);
  await expect
    .poll(() => {
      list.scrollTo(0, list.scrollHeight);
      return list.textContent;
    })
    .toContain('Message 0');
});

it('reports older sessions that failed to load once, and loads them on retry', async () => {
  const sessions = Array.from({ length: 60 }, (_, index) => ({
    ...session,
    sessionID: `s${index}`,
    title: `Session ${index}`,
    updateAt: session.updateAt - index,
  }));
  const sessionsCall = 'GET /api/v1/user-msg-sessions';
  const answers: Answers = {
    ...answersWith([], Promise.resolve()),
    [sessionsCall]: (request) => {
      const query = new URL(request.url).searchParams;
      const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
      const found = sessions.filter(({ updateAt }) => updateAt <= before).slice(Number(query.get('skip')));
      return json({ total: 60, data: found.slice(0, Number(query.get('limit'))), unread: 2 });
    },
  };
  const older = failing(answers, sessionsCall, (query) => query.has('before'));
  mounted = await mountApp({ answers: older.answers });
  await signIn();
  await expect.element(page.getByText('Session 0', { exact: true })).toBeVisible();
  const list = page.getByRole('main').element();
  list.scrollTo(0, list.scrollHeight);
  await expectFailureAndRetry(older);
  await expect
    .poll(() => {
      list.scrollTo(0, list.scrollHeight);
      return list.textContent;
    })
    .toContain('Session 59');
});
