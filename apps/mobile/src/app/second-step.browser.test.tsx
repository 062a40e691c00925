import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, offline, refusal, signedIn, twoTenants } from '../../testing/session/answers.ts';
import { useCodeWaits } from '../features/auth/codes/code-wait.store.ts';
import { clearPendingSignIn } from '../features/auth/second-step/pending-second-factor.store.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

const later = Date.now() + 30 * 86_400_000;
const token = 'POST /api/v1/auth/token';
const halfWay = (params: Readonly<Record<string, string>>) =>
  json({ code: 'login.second_factor_required', message: 'second factor required', params }, 401);
const codeAsked = { factor: 'code', challenge: 'c1', mobileNo: '138****5678' };

/** The bodies of the requests for a sign-in or a code. */
let sent: Record<string, unknown>[] = [];
let mounted: Mounted | undefined;

type Body = Record<string, unknown>;
async function mount(path: string, answer: (body: Body) => Response) {
  sent = [];
  const keeping = (reply: (body: Body) => Response) => async (request: Request) => {
    const body = (await request.json()) as Body;
    sent.push(body);
    return reply(body);
  };
  const answers: Answers = {
    [token]: keeping(answer),
    'POST /api/v1/auth/vcode': keeping(() => json({ wait: 60, validFor: 600, ticket: 'ticket-1' })),
    'POST /api/v1/auth/vemail': keeping(() => json({ wait: 60, validFor: 600, ticket: 'ticket-2' })),
    ...memberAnswers,
  };
  mounted = await mountApp({ path, answers });
  return mounted;
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = () => page.getByLabelText('密码', { exact: true });
const place = () => window.location.pathname + window.location.search;
const isIn = () => json(signedIn([twoTenants[0]], later));

async function showPassword() {
  await field('账号').fill('li');
  await password().fill('secret123');
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('{Tab}');
  await button('登录').click();
  await expect.poll(place).toBe('/pwdlogin?view=second');
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  useCodeWaits.setState({ waits: {} });
  clearPendingSignIn();
});

describe('second step after the password', () => {
  it('sends a code to the masked number and signs in', async () => {
    await mount('/pwdlogin', (body) => ('challenge' in body ? isIn() : halfWay(codeAsked)));
    await showPassword();
    await expect.element(page.getByRole('heading', { name: '两步验证' })).toHaveFocus();
    await expect.element(page.getByText('验证码发送至 138****5678')).toBeVisible();
    await button('获取验证码').click();
    await expect.element(field('验证码')).toHaveFocus();
    await expect.element(page.getByText('验证码已发送至 138****5678，10 分钟内有效')).toBeVisible();
    await expect.element(button(/^\d+ 秒后重发$/)).toBeDisabled();
    await expect.element(field('验证码')).toHaveAttribute('autocomplete', 'one-time-code');
    await field('验证码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(place).toBe('/sessionlist');
    expect(sent).toMatchObject([
      { username: 'li', password: 'secret123' },
      { challenge: 'c1' },
      { challenge: 'c1', code: '123456', ticket: 'ticket-1' },
    ]);
  });

  it('offers the choice between phone and email', async () => {
    await mount('/pwdlogin', () => halfWay({ ...codeAsked, email: 'l***@example.com' }));
    await showPassword();
    await page.getByRole('radio', { name: 'l***@example.com' }).click();
    await button('获取验证码').click();
    await expect.element(page.getByText('验证码已发送至 l***@example.com，10 分钟内有效')).toBeVisible();
  });

  it('keeps the typed values on back, and redirects a direct visit to the first step', async () => {
    const { unmount } = await mount('/pwdlogin', () => halfWay(codeAsked));
    await showPassword();
    await button('返回').click();
    await expect.poll(place).toBe('/pwdlogin');
    await expect.element(field('账号')).toHaveValue('li');
    await expect.element(password()).toHaveValue('secret123');
    unmount();
    clearPendingSignIn();
    await mount('/pwdlogin?view=second', isIn);
    await expect.poll(place).toBe('/pwdlogin');
    await expect.element(field('账号')).toBeVisible();
  });

  it('reports too many wrong codes, and asks for a new sign-in after the challenge expired', async () => {
    let expired = false;
    await mount('/pwdlogin', (body) => {
      if (!('challenge' in body)) return halfWay(codeAsked);
      return refusal(expired ? 'login.second_factor_expired' : 'login.verification_code_error');
    });
    await showPassword();
    await field('验证码').fill('000000');
    for (let tries = 1; tries <= 5; tries += 1) {
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => sent.length).toBe(1 + tries);
      // The button shows progress until the answer arrives.
      await expect.element(button('登录')).toBeVisible();
      await expect.element(page.getByText('验证码错误', { exact: true })).toBeVisible();
    }
    await expect.element(page.getByText('验证码输错次数过多，已失效，请重新获取。')).toBeVisible();
    expired = true;
    await button('登录').click();
    await expect.element(page.getByText('验证已超时，请重新登录')).toBeVisible();
    await button('返回上一步').click();
    await expect.element(password()).toHaveValue('secret123');
  });

  it('keeps the typed code after a network failure', async () => {
    let isThere = false;
    await mount('/pwdlogin', (body) => {
      if (!('challenge' in body)) return halfWay(codeAsked);
      return isThere ? isIn() : (offline(new Request(window.location.href)) as Response);
    });
    await showPassword();
    await field('验证码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field('验证码')).toHaveValue('123456');
    isThere = true;
    await button('登录').click();
    await expect.poll(place).toBe('/sessionlist');
  });

  it('offers the organisation choice to a member of several organisations', async () => {
    await mount('/pwdlogin', (body) =>
      'challenge' in body ? json(signedIn([...twoTenants], later)) : halfWay(codeAsked),
    );
    await showPassword();
    await field('验证码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: '选择企业' })).toBeVisible();
    expect(place()).toBe('/pwdlogin');
  });
});

it('asks for the password after the code, and shows a wrong password at its field', async () => {
  const right = { mobileNo: '+8613812345678', code: '123456', password: 'secret123' };
  await mount('/reglogin', (body) => {
    if (!('password' in body)) return halfWay({ factor: 'password' });
    return body['password'] === right.password ? isIn() : refusal('login.incorrect_username_or_password');
  });
  await field('手机号或邮箱').fill('13812345678');
  await field('验证码').fill('123456');
  await page.getByRole('checkbox').click();
  await button('登录').click();
  await expect.poll(place).toBe('/reglogin?view=second');
  await password().fill('secret321');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('用户名或密码错误')).toBeVisible();
  await expect.element(password()).toHaveFocus();
  await button('返回').click();
  await expect.element(field('验证码')).toHaveValue('123456');
  await button('登录').click();
  await password().fill('secret123');
  await userEvent.keyboard('{Enter}');
  await expect.poll(place).toBe('/sessionlist');
  expect(sent.at(-1)).toMatchObject(right);
});

it('asks for a code to the other contact after the password was set by a code to the first', async () => {
  await mount('/reglogin', (body) => {
    if ('challenge' in body) return isIn();
    if (!('password' in body)) return halfWay({ factor: 'password' });
    return halfWay({ factor: 'code', challenge: 'c2', email: 'l***@example.com' });
  });
  await field('手机号或邮箱').fill('13812345678');
  await button('获取验证码').click();
  await field('验证码').fill('123456');
  await page.getByRole('checkbox').click();
  await button('登录').click();
  await expect.poll(place).toBe('/reglogin?view=second');
  await password().fill('secret123');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('验证码发送至 l***@example.com')).toBeVisible();
  await button('获取验证码').click();
  await field('验证码').fill('654321');
  await userEvent.keyboard('{Enter}');
  await expect.poll(place).toBe('/sessionlist');
  const byPhone = { mobileNo: '+8613812345678', code: '123456', ticket: 'ticket-1' };
  expect(sent).toMatchObject([
    { mobileNo: '+8613812345678', purpose: 'login' },
    byPhone,
    { ...byPhone, password: 'secret123' },
    { challenge: 'c2' },
    { challenge: 'c2', code: '654321', ticket: 'ticket-2' },
  ]);
});

it('asks for the password before changing the phone number where an organisation requires both', async () => {
  const platform = createMemoryPlatform();
  await storeSession(platform);
  const bodies: Body[] = [];
  const answers: Answers = {
    ...memberAnswers,
    'PUT /api/v1/auth/update-phone': async (request) => {
      const body = (await request.json()) as Body;
      bodies.push(body);
      if (!('password' in body)) return halfWay({ factor: 'password' });
      return body['password'] === 'secret123'
        ? new Response(null, { status: 204 })
        : refusal('login.incorrect_username_or_password', 401);
    },
  };
  mounted = await mountApp({ path: '/myinfo?view=phone', platform, answers });
  await field('新手机号').fill('13912345678');
  await field('验证码').fill('123456');
  await expect.element(password()).not.toBeInTheDocument();
  await button('更换手机号').click();
  await expect.element(password()).toHaveFocus();
  await expect.element(page.getByText(/更换手机号需要验证登录密码/)).toBeVisible();
  await password().fill('wrong1234');
  await button('更换手机号').click();
  await expect.element(password()).toHaveAttribute('aria-invalid', 'true');
  await password().fill('secret123');
  await button('更换手机号').click();
  await expect.element(page.getByText('手机号已更换为 139****5678')).toBeVisible();
  const expected = { mobileNo: expect.stringContaining('13912345678') as string, code: '123456' };
  expect(bodies).toEqual([
    expected,
    { ...expected, password: 'wrong1234' },
    { ...expected, password: 'secret123' },
  ]);
});

describe('second step by the authenticator app', () => {
  const totpAsked = { factor: 'code', challenge: 'c1', totp: 'enrolled' };

  it('signs in by its code without a request for one', async () => {
    await mount('/pwdlogin', (body) => ('challenge' in body ? isIn() : halfWay(totpAsked)));
    await showPassword();
    await field('验证码或恢复码').fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.poll(place).toBe('/sessionlist');
    expect(sent).toMatchObject([{ username: 'li' }, { challenge: 'c1', totp: '123456' }]);
  });

  it('offers a code by phone where the account has one', async () => {
    await mount('/pwdlogin', () => halfWay({ ...totpAsked, mobileNo: '138****5678' }));
    await showPassword();
    await button('改用短信或邮箱验证码').click();
    await expect.element(button('获取验证码')).toBeVisible();
  });
});
