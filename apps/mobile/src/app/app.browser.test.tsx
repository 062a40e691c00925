import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { type Answers, json, offline, refusal, signedIn } from '../../testing/session/answers.ts';

const later = Date.now() + 86_400_000;
const answers: Answers = {
  ...signInAnswers,
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 120 }),
  'GET /api/v1/tenants/t1/user-tasks': () => json({ total: 7, data: [] }),
  'GET /api/v1/tenants/t1/user-absences': () => json({ data: { own: [], asDeputy: [] } }),
};

let mounted: Mounted | undefined;
const mount = async (options: Parameters<typeof mountApp>[0]) => {
  mounted = await mountApp({ ...options, answers: { ...answers, ...options?.answers } });
  return mounted;
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const path = () => window.location.pathname;

async function fillIn(username = 'li', password = 'secret123') {
  await page.getByLabelText('账号').fill(username);
  await page.getByLabelText('密码', { exact: true }).fill(password);
}

async function signIn() {
  await fillIn();
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('{Tab}');
  await button('登录').click();
  await expect.poll(path).toBe('/sessionlist');
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => mounted?.unmount());

describe('app before consent', () => {
  it('sends no request and creates no device keys, whatever the path', async () => {
    const { platform, requests } = await mount({ path: '/work', consent: false });
    await expect.element(page.getByRole('dialog', { name: '服务协议与隐私政策' })).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(requests).toEqual([]);
    expect(await platform.deviceKeys.current()).toBeNull();
  });

  it('shows the agreements and stores the consent under both preference names', async () => {
    const { platform } = await mount({ consent: false });
    await page.getByRole('link', { name: '《服务协议》' }).click();
    await expect.element(page.getByRole('heading', { name: '服务协议' })).toBeVisible();
    await button('返回').click();
    await button('同意并继续').click();
    await expect.element(button('登录')).toBeVisible();
    await expect.poll(() => platform.preferences.get('isAgreeLicence')).toBe('true');
    await expect.poll(() => platform.preferences.get('privacyGuidelines')).toBe('false');
  });

  it('shows only a closed notice after the exit', async () => {
    const { platform, requests } = await mount({ consent: false });
    await button('不同意并退出').click();
    await expect.element(page.getByText('您已退出')).toBeVisible();
    expect(platform.exits()).toBe(1);
    expect(requests).toEqual([]);
    await button('重新阅读').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});

describe('sign-in', () => {
  it('reports each missing value at its field', async () => {
    await mount({});
    await button('登录').click();
    await expect.element(page.getByText('请输入账号', { exact: true })).toBeVisible();
    await expect.element(page.getByText('请输入密码', { exact: true })).toBeVisible();
    await expect.element(page.getByText('请阅读并同意服务协议')).toBeVisible();
    await fillIn('li', '12345');
    await expect.element(page.getByText('密码至少 6 位')).toBeVisible();
  });

  it('is submitted by Enter and shows the refusal of the service at the field', async () => {
    await mount({
      answers: { 'POST /api/v1/auth/token': () => refusal('login.incorrect_username_or_password') },
    });
    await page.getByRole('checkbox').click();
    await fillIn();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('用户名或密码错误')).toBeVisible();
    await expect
      .element(page.getByLabelText('密码', { exact: true }))
      .toHaveAttribute('aria-invalid', 'true');
  });

  it('leads to the first tab and shows counts on the tabs and the page title', async () => {
    await mount({ path: '/nowhere' });
    await expect.poll(path).toBe('/pwdlogin');
    await signIn();
    await expect.poll(() => document.title).toBe('消息 - 密件通');
    await expect.element(page.getByRole('link', { name: /7 条待处理/ })).toBeVisible();
    const messages = page.getByRole('link', { name: /120 条未读/ });
    await expect.poll(() => messages.query()?.textContent).toContain('…');
  });

  it('hides the work tab from an account without a tenant', async () => {
    await mount({ answers: { 'POST /api/v1/auth/token': () => json(signedIn([], later)) } });
    await signIn();
    await expect.element(page.getByRole('link', { name: /文档/ })).toBeVisible();
    expect(page.getByRole('link', { name: /工作/ }).query()).toBeNull();
  });
});

describe('back button', () => {
  it('closes the open dialog, then warns once, then exits the app', async () => {
    const { platform } = await mount({});
    await signIn();
    await page.getByRole('link', { name: /我的/ }).click();
    await button('退出登录').click();
    await expect.element(page.getByRole('dialog', { name: '退出登录？' })).toBeVisible();
    platform.pressBack();
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
    expect(path()).toBe('/myinfo');
    expect(platform.exits()).toBe(0);
    platform.pressBack();
    await expect.element(page.getByText('再按一次退出')).toBeVisible();
    expect(platform.exits()).toBe(0);
    // Another press, in case the time limit of the first has passed.
    await expect
      .poll(() => {
        platform.pressBack();
        return platform.exits();
      })
      .toBe(1);
  });

  it('of the browser dismisses a confirmation dialog and stays on the screen', async () => {
    await mount({});
    await signIn();
    await page.getByRole('link', { name: /我的/ }).click();
    await button('退出登录').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    window.history.back();
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
    expect(path()).toBe('/myinfo');
    await button('退出登录').click();
    await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
    await expect.poll(path).toBe('/pwdlogin');
  });

  it('goes back from a screen that is not a tab', async () => {
    const { platform } = await mount({});
    await signIn();
    await page.getByRole('link', { name: /我的/ }).click();
    await page.getByRole('button', { name: '关于密件通' }).click();
    await expect.element(page.getByRole('heading', { name: '关于', exact: true })).toBeVisible();
    platform.pressBack();
    await expect.poll(path).toBe('/myinfo');
  });
});

describe('network error address', () => {
  it('shows the named error and leads home', async () => {
    await mount({ path: '/networkerror?err=app.timeout' });
    await expect.element(page.getByText('请求超时（10 秒）')).toBeVisible();
    await button('重试').click();
    await expect.poll(path).toBe('/pwdlogin');
  });
});

describe('start without an answer from the service', () => {
  it('shows the cause and leads to the requested screen after a retry', async () => {
    const first = await mount({});
    await signIn();
    first.unmount();
    const { answers } = await mount({
      path: '/myinfo',
      platform: first.platform,
      answers: { 'POST /api/v1/auth/refresh-token': offline },
    });
    await expect.poll(() => window.location.href).toContain('/networkerror?err=app.network_error');
    await expect.element(page.getByText('网络异常，请检查网络')).toBeVisible();
    await expect.element(button('查看已保存的内容')).toBeVisible();
    answers['POST /api/v1/auth/refresh-token'] = () => json({ token: 'token-2', expire: later });
    await button('重试').click();
    await expect.poll(path).toBe('/myinfo');
  });

  it('ends pushes to this device when the account signs in again', async () => {
    const first = await mount({});
    await signIn();
    const deviceID = (await first.platform.deviceKeys.current())?.id;
    first.unmount();
    const { requests } = await mount({
      path: '/myinfo',
      platform: first.platform,
      answers: { 'POST /api/v1/auth/refresh-token': offline },
    });
    await button('重新登录').click();
    await expect.poll(path).toBe('/pwdlogin');
    expect(deviceID).toBeDefined();
    expect(requests).toContain(`DELETE /api/v1/devices/${deviceID}/push`);
  });
});
