import { limits } from '@sealflow/domain/limits';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { touchMain } from '../../testing/app/touch.ts';
import { type Answers, json, nothing, offline, refusal, userWith } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';
import { clearSnackbar, useSnackbarStore } from '../shell/notices/snackbar.store.ts';

const messages = 'GET /api/v1/user-msg-sessions';

const session = {
  sessionID: 's1',
  kind: 'conversation',
  title: 'A conversation',
  tid: null,
  unread: 0,
  updateAt: 1_700_000_000_000,
  lastMsg: { msgID: 'm1', type: 'text', text: 'The last line', createAt: 1_700_000_000_000 },
};

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  vi.useRealTimers();
  clearScrollPositions();
  clearSnackbar();
});

async function enter(more: Answers = {}, platform = createMemoryPlatform()) {
  mounted = await mountApp({
    platform,
    answers: {
      ...signInAnswers,
      [messages]: () => json({ total: 1, data: [session], unread: 0 }),
      ...more,
    },
  });
  await page.getByLabelText('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: '登录' }).click();
  await expect.element(page.getByText('The last line')).toBeVisible();
  return { platform, answers: mounted.answers };
}

function pullDown() {
  touchMain('touchstart', 100);
  touchMain('touchmove', 400);
  touchMain('touchend', 400);
}

const colourOf = (text: string) =>
  page.getByText(text).element().closest('[data-color]')?.getAttribute('data-color');

it.each([
  ['no network', false, offline, '当前没有网络', 'info'],
  ['a failing network', true, offline, '网络异常，请检查网络', 'error'],
  ['a refusal', true, () => refusal('app.too_many_requests', 429), '操作过于频繁，请稍后再试', 'error'],
  ['a message without a code', true, () => json({ message: 'record not found' }, 404), '记录不存在', 'error'],
  [
    'a longer message',
    true,
    () => json({ message: 'rpc: i/o timeout' }, 500),
    '无法连接服务器（rpc）',
    'error',
  ],
  ['a refused connection', true, () => refusal('app.connection_refused', 502), '服务连接失败', 'error'],
] as const)('%s has the colour of its entry in the catalogue', async (_, online, answer, text, colour) => {
  const { platform, answers } = await enter();
  answers[messages] = answer;
  platform.setOnline(online);
  pullDown();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(colourOf(text)).toBe(colour);
});

it('reports unreadable rights after sign-in and keeps the report where buttons are hidden', async () => {
  let rights: readonly string[] | null = null;
  await enter({ 'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), rights }) });
  const notice = page.getByText('读取权限异常');
  await expect.element(notice).toBeVisible();
  expect(colourOf('读取权限异常')).toBe('error');
  await expect.element(notice).not.toBeInTheDocument();
  await page.getByRole('link', { name: /工作/ }).click();
  await expect.element(page.getByRole('main').getByText('读取权限异常')).toBeVisible();
  expect(page.getByRole('button', { name: '发起申请' }).query()).toBeNull();
  rights = ['app_login'];
  await page.getByRole('main').getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByRole('button', { name: '发起申请' })).toBeVisible();
  expect(page.getByText('读取权限异常').query()).toBeNull();
});

it('registers pushes that were enabled on a bad network once the network recovers', async () => {
  const { platform, answers } = await enter({ 'GET /api/v1/push/vapid-key': () => json({ key: 'key' }) });
  const id = (await platform.deviceKeys.ensure()).id;
  const call = `PUT /api/v1/devices/${id}/push`;
  let registered = 0;
  answers[call] = offline;
  await page.getByRole('button', { name: '开启' }).click();
  await expect.element(page.getByText('网络不稳定，通知将在恢复后自动开启')).toBeVisible();
  answers[call] = () => {
    registered += 1;
    return nothing();
  };
  platform.setOnline(false);
  platform.setOnline(true);
  await expect.poll(() => registered).toBe(1);
  expect(await platform.preferences.get('push')).toBe('on');
});

it('shows no error for failed counts, and requests them again every 60 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const counts = { tasks: 0, flows: 0 };
  const isCount = (request: Request) => new URL(request.url).searchParams.get('limit') === '0';
  const failing = (name: keyof typeof counts) => (request: Request) => {
    if (isCount(request)) counts[name] += 1;
    return refusal('work.request_failed', 502);
  };
  await enter({
    'GET /api/v1/tenants/t1/user-tasks': failing('tasks'),
    'GET /api/v1/tenants/t1/user-flows': failing('flows'),
  });
  await expect.poll(() => Math.min(counts.tasks, counts.flows)).toBeGreaterThan(0);
  const failed: string[] = [];
  const unsubscribe = useSnackbarStore.subscribe(({ queue }) =>
    failed.push(...queue.map(({ text }) => text)),
  );
  for (let round = 0; round < 2; round += 1) {
    const before = { ...counts };
    vi.advanceTimersByTime(limits.badgePollMs);
    await expect.poll(() => counts).toEqual({ tasks: before.tasks + 1, flows: before.flows + 1 });
  }
  unsubscribe();
  expect([failed, useSnackbarStore.getState().queue]).toEqual([[], []]);
  expect(page.getByRole('alert').query()).toBeNull();
});

it('aborts the running badge poll on sign-out', async () => {
  let round: AbortSignal | undefined;
  await enter({
    'GET /api/v1/tenants/t1/user-tasks': (request) => {
      if (new URL(request.url).searchParams.get('limit') !== '0') return json({ total: 0, data: [] });
      round = request.signal;
      return new Promise<Response>(() => undefined);
    },
    'POST /api/v1/auth/logout': nothing,
  });
  await expect.poll(() => round?.aborted).toBe(false);
  await page.getByRole('link', { name: /我的/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => window.location.pathname).toBe('/pwdlogin');
  expect(round?.aborted).toBe(true);
});

it('shows that the latest version is installed on the first start of a hot update', async () => {
  const platform = createMemoryPlatform();
  await platform.preferences.set('codeId', 'build-0');
  await enter({}, platform);
  await expect.element(page.getByText('已安装最新版本')).toBeVisible();
  expect(colourOf('已安装最新版本')).toBe('success');
});

it('sets the fixed app icon badge 100 for unread messages', async () => {
  const { platform } = await enter({
    [messages]: () => json({ total: 1, data: [{ ...session, unread: 2 }], unread: 2 }),
  });
  await expect.poll(() => platform.badge()).toBe(100);
});

it('shows system announcements in the message list with a mark', async () => {
  const announced = {
    ...session,
    sessionID: 's0',
    kind: 'announcement',
    title: '系统公告',
    lastMsg: { ...session.lastMsg, msgID: 'm0', type: 'announcement', text: '周六停机维护' },
  };
  const message = {
    msgID: 'm0',
    sessionID: 's0',
    type: 'announcement',
    title: '停机通知',
    text: '周六停机维护',
    createAt: 1_700_000_000_000,
    read: true,
    link: null,
  };
  await enter({
    [messages]: () => json({ total: 2, data: [announced, session], unread: 0 }),
    'GET /api/v1/user-msg-sessions/s0/msgs': () =>
      json({ total: 2, data: [message, { ...message, msgID: 'm1', type: 'text', title: '寒暄' }] }),
    'POST /api/v1/user-msg-sessions/s0/actions/read': nothing,
  });
  await page.getByRole('button', { name: /系统公告.*周六停机维护/ }).click();
  await expect.element(page.getByText('停机通知')).toBeVisible();
  const cards = page.getByRole('article').elements();
  const marked = cards.filter((card) => card.querySelector('h2 svg') !== null);
  expect(cards).toHaveLength(2);
  expect(marked.map((card) => card.textContent)).toEqual([expect.stringContaining('停机通知')]);
});
