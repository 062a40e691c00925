import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { type Answers, json, userWith } from '../../testing/session/answers.ts';
import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';

const later = Date.now() + 86_400_000;
const answers: Answers = {
  ...signInAnswers,
};

let mounted: Mounted | undefined;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const path = () => window.location.pathname;

async function mountSignedIn(changed: Answers = {}) {
  mounted = await mountApp({ answers: { ...answers, ...changed } });
  await page.getByLabelText('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await button('登录').click();
  await expect.poll(path).toBe('/sessionlist');
  await page.getByRole('link', { name: /我的/ }).click();
  return mounted;
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  useAppLockStore.setState({ isLocked: false, record: null });
});

it('shows the administration areas that the rights include, without denied ones', async () => {
  await mountSignedIn({
    'GET /api/v1/tenants/t1/current-user': () =>
      json({
        ...userWith('administrators'),
        rights: ['app_login', 'Administration/administration', 'org_managment'],
        deny: ['org_managment'],
      }),
  });
  await expect.element(page.getByText('系统管理')).toBeVisible();
  expect(page.getByText('组织管理').query()).toBeNull();
});

it('shows roles defined by the organisation beside the known ones', async () => {
  const roles = [
    { roleID: 'users', name: '用户' },
    { roleID: 'users', name: '档案员', ownRoleID: 'archivists' },
  ];
  await mountSignedIn({
    'GET /api/v1/tenants/t1/current-user': () => json({ ...userWith('users'), roles }),
  });
  await expect.element(page.getByText('用户、档案员')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /工作/ })).toBeVisible();
});

it('reports unreadable rights and loads them again', async () => {
  let isBroken = true;
  await mountSignedIn({
    'GET /api/v1/tenants/t1/current-user': () =>
      json(isBroken ? { ...userWith('users'), rights: null } : userWith('users')),
  });
  await expect.element(page.getByRole('main').getByText('读取权限异常')).toBeVisible();
  isBroken = false;
  await page.getByRole('main').getByRole('button', { name: '重试' }).click();
  await expect.poll(() => page.getByRole('main').getByText('读取权限异常').query()).toBeNull();
});

it('covers the app in the background and locks it behind a PIN after the set delay', async () => {
  const { platform } = await mountSignedIn();
  await button(/应用锁/).click();
  await page.getByRole('switch', { name: '应用锁' }).click();
  await page.getByLabelText('设置 6 位数字密码').fill('135790');
  await page.getByLabelText('再次输入').fill('135790');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('应用锁已开启')).toBeVisible();
  await page.getByRole('radio', { name: '离开后立即' }).click();
  await expect.poll(() => useAppLockStore.getState().record?.delayMs).toBe(0);

  platform.setVisible(false);
  expect(getComputedStyle(document.body).opacity).toBe('0');
  platform.setVisible(true);
  await expect.element(page.getByRole('heading', { name: '密件通已锁定' })).toBeVisible();
  expect(getComputedStyle(document.body).opacity).toBe('1');
  platform.pressBack();
  await expect.element(page.getByRole('heading', { name: '密件通已锁定' })).toBeVisible();
  await page.getByLabelText('6 位数字密码').fill('135790');
  await expect.poll(() => page.getByRole('heading', { name: '密件通已锁定' }).query()).toBeNull();
  await expect.element(page.getByRole('switch', { name: '应用锁' })).toBeVisible();
});

it('shows the three parameters of the service under Diagnostics', async () => {
  const param = (name: string, value: string): Answers => ({
    [`GET /api/v1/config-params/${name}`]: () => json({ data: { name, value } }),
  });
  await mountSignedIn({
    ...param('app-cs-create-non-pump-order-limit-time', '45'),
    ...param('app-cs-create-pump-order-limit-time', '90'),
    ...param('app-driver-show-waybill-state', '3'),
  });
  await button('关于密件通').click();
  await button('服务状态').click();
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect.element(row('非泵送订单下单时限')).toMatchTextContent('45');
  await expect.element(row('泵送订单下单时限')).toMatchTextContent('90');
  await expect.element(row('司机可见的运单状态')).toMatchTextContent('3');
});

it('lists what a sign-out deletes', async () => {
  const { platform } = await mountSignedIn();
  await button('退出登录').click();
  await expect.element(page.getByText('文件记录、已下载的文件和使用许可')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect.poll(path).toBe('/pwdlogin');
  expect(await platform.secrets.get('token')).toBeNull();
});

it('exports the data held by the service, and deletes the account with password and typed confirmation', async () => {
  const requests: unknown[] = [];
  const { platform } = await mountSignedIn({
    'GET /api/v1/account/deletion': () => json({ data: { delayDays: 7 } }),
    'GET /api/v1/account/export': () =>
      json({ exportedAt: 1, account: { account: [{ username: 'li' }] }, organisations: [] }),
    'POST /api/v1/account/actions/delete': async (request) => {
      requests.push(await request.json());
      return json({ data: { deleteAt: later } });
    },
  });
  await button(/个人数据与注销/).click();
  await expect.element(page.getByText(/7 天后删除/)).toBeVisible();
  await button('导出').click();
  await expect.element(page.getByText('已导出到下载文件夹')).toBeVisible();
  expect(await (await platform.files()).list('exports')).toEqual([]);

  const confirm = page.getByRole('button', { name: '注销账号' });
  await page.getByLabelText('登录密码', { exact: true }).fill('secret123');
  await expect.element(confirm).toBeDisabled();
  await page.getByLabelText('请输入“注销账号”以确认').fill('注销账号');
  await confirm.click();
  await expect.poll(path).toBe('/pwdlogin');
  expect(requests).toEqual([{ password: 'secret123' }]);
  expect(await platform.secrets.get('token')).toBeNull();
});

it('cancels an export of the account data and starts it again', async () => {
  let requests = 0;
  await mountSignedIn({
    'GET /api/v1/account/deletion': () => json({ data: { delayDays: 7 } }),
    'GET /api/v1/account/export': ({ signal }) => {
      requests += 1;
      if (requests > 1) return json({ exportedAt: 1, account: {}, organisations: [] });
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  await button(/个人数据与注销/).click();
  await button('导出').click();
  await button('取消').click();
  await expect.element(button('取消')).not.toBeInTheDocument();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await button('导出').click();
  await expect.element(page.getByText('已导出到下载文件夹')).toBeVisible();
});

describe('notification settings', () => {
  const settings = { muted: [] as string[], quiet: null as unknown };
  const openSettings = async (changed: Answers = {}) => {
    const stored: unknown[] = [];
    await mountSignedIn({
      'GET /api/v1/push/settings': () => json({ data: settings }),
      'PUT /api/v1/push/settings': async (request) => {
        const body: unknown = await request.json();
        stored.push(body);
        return json({ data: body });
      },
      ...changed,
    });
    await button('通知设置').click();
    return stored;
  };

  it('stores each kind that is switched off at once', async () => {
    const stored = await openSettings();
    await page.getByRole('switch', { name: '公告' }).click();
    await expect.poll(() => stored).toEqual([{ muted: ['announcement'], quiet: null }]);
    await expect.element(page.getByRole('switch', { name: '公告' })).not.toBeChecked();
  });

  it('takes back a change that the service does not store', async () => {
    await openSettings({ 'PUT /api/v1/push/settings': () => json({ code: 'server.failed' }, 500) });
    await page.getByRole('switch', { name: '公告' }).click();
    await expect.element(page.getByRole('switch', { name: '公告' })).toBeChecked();
    await expect.element(page.getByRole('alert')).toBeVisible();
  });

  it('stores valid quiet hours only', async () => {
    const stored = await openSettings();
    await page.getByRole('switch', { name: '免打扰时段' }).click();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const usual = { from: 1320, until: 420, days: [0, 1, 2, 3, 4, 5, 6], timeZone };
    await expect.poll(() => stored).toEqual([{ muted: [], quiet: usual }]);
    await page.getByLabelText('结束').fill('22:00');
    await expect.element(page.getByText(/表示一整天/u)).toBeVisible();
    expect(stored).toHaveLength(1);
    await button('周日').click();
    await expect
      .poll(() => stored.at(-1))
      .toEqual({
        muted: [],
        quiet: { ...usual, until: 1320, days: [1, 2, 3, 4, 5, 6] },
      });
  });
});
