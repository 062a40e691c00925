import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { json, refusal } from '../../testing/session/answers.ts';
import { zh } from '../i18n/zh.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

const { security } = zh;
const codes = ['aaaa-bbbb', 'cccc-dddd'];
let mounted: Mounted | undefined;
let totpAt: number | null = null;
/** The bodies of the calls that change the authenticator app. */
let sent: unknown[] = [];

beforeAll(() => page.viewport(390, 844));
afterEach(() => mounted?.unmount());

async function mount(): Promise<void> {
  sent = [];
  const platform = createMemoryPlatform();
  await storeSession(platform);
  const keeping = (reply: (body: Record<string, unknown>) => Response) => async (request: Request) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push(body);
    return reply(body);
  };
  mounted = await mountApp({
    path: '/myinfo?view=security',
    platform,
    answers: {
      ...memberAnswers,
      'GET /api/v1/account/second-factor': () =>
        json({ data: { totpAt, recoveryCodes: totpAt === null ? 0 : 10, channels: [], isOperator: false } }),
      'POST /api/v1/account/totp/actions/enrol': keeping(() =>
        json({ data: { secret: 'JBSWY3DP', uri: 'otpauth://totp/Sealflow:li?secret=JBSWY3DP' } }),
      ),
      'POST /api/v1/account/totp/actions/confirm': keeping(({ totp }) => {
        if (totp !== '123456') return refusal('login.verification_code_error', 401);
        totpAt = Date.now();
        return json({ data: { recoveryCodes: codes } });
      }),
      'POST /api/v1/account/totp/actions/remove': keeping(() => {
        totpAt = null;
        return new Response(null, { status: 204 });
      }),
    },
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('an authenticator app is enrolled by password and code, and its recovery codes are confirmed', async () => {
  totpAt = null;
  await mount();
  await button(security.enrol).click();
  await page.getByLabelText(zh.mine.password, { exact: true }).fill('secret123');
  await button(security.next).click();
  await expect.element(page.getByRole('img', { name: security.qr })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: security.openApp }))
    .toHaveAttribute('href', 'otpauth://totp/Sealflow:li?secret=JBSWY3DP');
  const code = page.getByRole('textbox', { name: security.code });
  await code.fill('000000');
  await button(security.confirm).click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill('123456');
  await button(security.confirm).click();
  for (const one of codes) await expect.element(page.getByText(one)).toBeVisible();
  await expect.element(button(security.done)).toBeDisabled();
  await page.getByRole('checkbox').click();
  await button(security.done).click();
  await expect.element(page.getByText(security.codesLeft(10))).toBeVisible();
  expect(sent).toEqual([{ password: 'secret123' }, { totp: '000000' }, { totp: '123456' }]);
});

it('an authenticator app is removed by both factors, also by a recovery code', async () => {
  totpAt = Date.now();
  await mount();
  await button(security.remove).click();
  await page.getByLabelText(zh.mine.password, { exact: true }).fill('secret123');
  await page.getByRole('textbox', { name: security.codeOrRecovery }).fill(' aaaa-bbbb ');
  await button(security.remove).click();
  await expect.element(page.getByText(security.off)).toBeVisible();
  expect(sent).toEqual([{ password: 'secret123', recoveryCode: 'aaaa-bbbb' }]);
});
