import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import {
  type Answers,
  json,
  nothing,
  offline,
  refusal,
  signedIn,
  twoTenants,
  userWith,
} from '../platform/session/tests/answers.ts';
import { forgetPlaces } from './shell/scroll.hook.ts';
import { type Mounted, mountApp } from './tests/mount.tsx';

const later = Date.now() + 86_400_000;
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
  forgetPlaces();
});

async function enter(more: Answers = {}) {
  const platform = createMemoryPlatform();
  mounted = await mountApp({
    platform,
    answers: {
      'POST /api/v1/auth/token': () => json(signedIn([twoTenants[0]], later)),
      'GET /api/v1/tenants/t1/current-user': () => json(userWith('users')),
      'GET /api/v1/tenants/t1/user-tasks': () => json({ total: 0, data: [] }),
      'GET /api/v1/tenants/t1/user-flows': () => json({ total: 0, data: [] }),
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
  const list = page.getByRole('main').element();
  const touch = (type: string, clientY: number) =>
    list.dispatchEvent(
      new TouchEvent(type, {
        bubbles: true,
        cancelable: true,
        touches: [new Touch({ identifier: 1, target: list, clientX: 100, clientY })],
      }),
    );
  touch('touchstart', 100);
  touch('touchmove', 400);
  touch('touchend', 400);
}

const colourOf = (text: string) =>
  page.getByText(text).element().closest('[data-color]')?.getAttribute('data-color');

it.each([
  ['no network', false, offline, '当前没有网络', 'info'],
  ['a line that fails', true, offline, '网络异常，请检查网络', 'error'],
  ['a refusal', true, () => refusal('app.too_many_requests', 429), '操作过于频繁，请稍后再试', 'error'],
] as const)('%s has the colour of its entry in the catalogue', async (_, online, answer, text, colour) => {
  const { platform, answers } = await enter();
  answers[messages] = answer;
  platform.setOnline(online);
  pullDown();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(colourOf(text)).toBe(colour);
});

it('rights that cannot be read are said after the entry, and stay said where buttons are hidden', async () => {
  let rights: readonly string[] | null = null;
  await enter({ 'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), rights }) });
  const said = page.getByText('读取权限异常');
  await expect.element(said).toBeVisible();
  expect(colourOf('读取权限异常')).toBe('error');
  await expect.element(said).not.toBeInTheDocument();
  await page.getByRole('link', { name: /工作/ }).click();
  await expect.element(page.getByRole('main').getByText('读取权限异常')).toBeVisible();
  expect(page.getByRole('button', { name: '发起申请' }).query()).toBeNull();
  rights = ['app_login'];
  await page.getByRole('main').getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByRole('button', { name: '发起申请' })).toBeVisible();
  expect(page.getByText('读取权限异常').query()).toBeNull();
});

it('pushes that were accepted on a bad line are registered once it is back', async () => {
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
