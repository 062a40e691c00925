import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later } from '../../testing/app/store-session.ts';
import {
  type Answers,
  json,
  offline,
  refusal,
  signedIn,
  twoTenants,
  userWith,
} from '../../testing/session/answers.ts';
import { useCodeWaits } from '../features/auth/codes/code-wait.store.ts';

const token = 'POST /api/v1/auth/token';
const first = 'GET /api/v1/tenants/t1/current-user';
const answers: Answers = {
  ...signInAnswers,
  'POST /api/v1/auth/vcode': () => json({ wait: 60, validFor: 600, ticket: 'ticket-1' }),
};

let mounted: Mounted | undefined;
const mount = async (options: Parameters<typeof mountApp>[0]) => {
  mounted = await mountApp({ ...options, answers: { ...answers, ...options?.answers } });
  return mounted;
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const path = () => window.location.pathname;

async function signIn() {
  await field('账号').fill('li');
  await page.getByLabelText('密码', { exact: true }).fill('secret123');
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('{Tab}');
  await button('登录').click();
}

async function signInByCode() {
  await field('手机号或邮箱').fill('13812345678');
  await field('验证码').fill('123456');
  await page.getByRole('checkbox').click();
  await button('登录').click();
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  useCodeWaits.setState({ waits: {} });
});

describe('sign-in that the service refuses', () => {
  it('reports an unknown role and keeps the typed account', async () => {
    const { platform } = await mount({ answers: { [first]: () => json(userWith('pirate')) } });
    await signIn();
    await expect.element(page.getByText('无权登录，请联系管理员授权')).toBeVisible();
    await expect.element(field('账号')).toHaveValue('li');
    expect(await platform.secrets.get('token')).toBeNull();
  });

  it('reports an unknown role on the password screen after a sign-in by code', async () => {
    await mount({ path: '/reglogin', answers: { [first]: () => json(userWith('pirate')) } });
    await signInByCode();
    await expect.element(page.getByText('无权登录，请联系管理员授权')).toBeVisible();
    expect(path()).toBe('/pwdlogin');
  });

  it.each([
    ['user has no tenant', '企业信息审核中'],
    ['no rights', '没有登录权限，请联系管理员授权'],
    ['account locked', '账号已被锁定，请通过重置密码解锁'],
  ])('shows the catalogue text for %s', async (message, text) => {
    await mount({ answers: { [token]: () => json({ message }, 403) } });
    await signIn();
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByLabelText('密码', { exact: true })).toHaveValue('secret123');
  });
});

describe('expired session', () => {
  it.each([
    ['tenant access denied', '没有访问该企业的权限'],
    ['please switch to actual tenant', '请切换到实际所属的企业'],
    ['incorrect Username or Password', '用户名或密码错误'],
    ['user password changed', '密码已修改，请重新登录'],
    ['account not found', '账号不存在'],
    ['signature is invalid', '登录已过期，需要重新登录'],
  ])(
    'leads to the sign-in with the reason after %s, and returns to the previous screen',
    async (message, text) => {
      const { unmount, platform } = await mount({});
      await signIn();
      await expect.poll(path).toBe('/sessionlist');
      unmount();
      await mount({
        path: '/updatepwd',
        platform,
        answers: { 'POST /api/v1/auth/refresh-token': () => json({ message }, 401) },
      });
      await expect.element(page.getByText(text)).toBeVisible();
      expect(path()).toBe('/pwdlogin');
      await expect.element(field('账号')).toHaveValue('li');
      await expect.element(page.getByRole('checkbox')).toBeChecked();
      await page.getByLabelText('密码', { exact: true }).fill('secret123');
      await userEvent.keyboard('{Enter}');
      await expect.poll(path).toBe('/updatepwd');
    },
  );
});

describe('wait time between codes', () => {
  it('uses the wait time of the service, shares it between screens and keeps it after a restart', async () => {
    const wait = () => json({ code: 'vcode.wait', message: 'wait', params: { seconds: 42 } }, 429);
    const { unmount, platform } = await mount({
      path: '/reglogin',
      answers: { 'POST /api/v1/auth/vcode': wait },
    });
    await field('手机号或邮箱').fill('13812345678');
    await button('获取验证码').click();
    await expect.element(page.getByText('请至少等待 60 秒再获取新的验证码')).toBeVisible();
    await expect.element(button(/^4[012] 秒后重发$/)).toBeDisabled();
    unmount();
    useCodeWaits.setState({ waits: {} });
    await mount({ path: '/resetpwd', platform });
    await expect.element(field('手机号')).toHaveValue('13812345678');
    await expect.element(button(/^\d+ 秒后重发$/)).toBeDisabled();
    await field('手机号').fill('13912345678');
    await expect.element(button('获取验证码')).toBeEnabled();
  });

  it('starts after a code is sent and focuses the code field', async () => {
    await mount({ path: '/reglogin' });
    await field('手机号或邮箱').fill('13812345678');
    await button('获取验证码').click();
    await expect.element(page.getByText('验证码已发送至 138****5678，10 分钟内有效')).toBeVisible();
    await expect.element(field('验证码')).toHaveFocus();
    await expect.element(button(/^(60|5\d) 秒后重发$/)).toBeDisabled();
  });

  it('does not move the focus from a field that the user focused while the code was requested', async () => {
    let answer: (response: Response) => void = () => undefined;
    await mount({
      path: '/reglogin',
      answers: {
        'POST /api/v1/auth/vcode': () => new Promise((resolve) => (answer = resolve)),
      },
    });
    await field('手机号或邮箱').fill('13812345678');
    await button('获取验证码').click();
    await field('验证码').fill('12');
    answer(json({ code: 'vcode.account_not_found', message: 'not found', params: {} }, 404));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field('验证码')).toHaveFocus();
  });
});

describe('new password', () => {
  it('is kept while the code is typed again, and leads to the sign-in with the same account name', async () => {
    const codes: string[] = [];
    const { platform } = await mount({
      path: '/resetpwd',
      answers: {
        'POST /api/v1/auth/update-password': async (request) => {
          codes.push(((await request.json()) as { code: string }).code);
          return codes.length === 1
            ? refusal('login.verification_code_error')
            : new Response(null, { status: 204 });
        },
      },
    });
    await field('手机号').fill('13812345678');
    await field('验证码').fill('000000');
    await button('下一步').click();
    await page.getByLabelText('新密码', { exact: true }).fill('Lantern-72');
    await page.getByLabelText('确认新密码', { exact: true }).fill('Lantern-72');
    await button('设置密码').click();
    await expect.element(page.getByText('验证码错误')).toBeVisible();
    await expect.element(field('验证码')).toHaveFocus();
    await field('验证码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('密码已设置，请使用新密码登录')).toBeVisible();
    await expect.element(field('账号')).toHaveValue('13812345678');
    expect(codes).toEqual(['000000', '123456']);
    expect(await platform.preferences.get('haveResetPwd')).toBe('true');
  });
});

describe('password rules of the deployment', () => {
  it('are shown and checked before anything is sent, also while signed out', async () => {
    await mount({
      path: '/resetpwd',
      answers: { 'GET /api/v1/auth/password-rules': () => json({ data: { least: 8, most: 128, kinds: 1 } }) },
    });
    await field('手机号').fill('13812345678');
    await field('验证码').fill('123456');
    await button('下一步').click();
    await expect.element(page.getByText('8 到 128 位（未满足）')).toBeVisible();
    await page.getByLabelText('新密码', { exact: true }).fill('山远水长秋风起云');
    await expect.element(page.getByText('8 到 128 位（已满足）')).toBeVisible();
    expect(page.getByText(/大写字母/).query()).toBeNull();
  });
});

describe('autofill and keyboard attributes', () => {
  it.each([
    ['/pwdlogin', { username: 'username text', password: 'current-password text' }],
    ['/reglogin', { address: 'username email', code: 'one-time-code numeric' }],
    ['/resetpwd', { address: 'tel tel', code: 'one-time-code numeric' }],
  ])('are set on every field of %s', async (where, fields) => {
    await mount({ path: where });
    const known = () =>
      Object.fromEntries(
        Array.from(
          document.querySelectorAll<HTMLInputElement>('form input:not([type=checkbox])'),
          (input) => [input.name, `${input.autocomplete} ${input.inputMode || 'text'}`],
        ),
      );
    await expect.poll(known).toEqual(fields);
  });
});

describe('organisation choice', () => {
  const second = 'GET /api/v1/tenants/t2/current-user';
  const several: Answers = { [token]: () => json(signedIn([...twoTenants], later)) };

  it('stays open with the reason when access to one organisation is refused', async () => {
    await mount({ answers: { ...several, [second]: () => refusal('login.no_rights_or_no_roles', 403) } });
    await signIn();
    await button('Second').click();
    await expect.element(page.getByText('没有登录权限，请联系管理员授权')).toBeVisible();
    await button('First').click();
    await expect.poll(path).toBe('/sessionlist');
  });

  it('is offered again when the start fails in the chosen organisation', async () => {
    await mount({ answers: { ...several, [second]: offline } });
    await signIn();
    await button('Second').click();
    await expect.poll(() => window.location.href).toContain('/networkerror?err=app.network_error');
    await button('选择其他企业').click();
    await button('First').click();
    await expect.poll(path).toBe('/sessionlist');
  });
});
