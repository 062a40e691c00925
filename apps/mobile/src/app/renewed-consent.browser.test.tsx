import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberAnswers } from '../../testing/app/member-answers.ts';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, nothing, offline, refusal } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';

const list = 'GET /api/v1/account/agreements';
const agree = 'POST /api/v1/account/agreements/privacy-policy/actions/agree';
const textOf = (version: string) => ({
  agreement: 'privacy-policy',
  version,
  language: 'zh',
  title: '隐私政策',
  text: `## 新条款 ${version}\n\n第一条`,
});
const answers: Answers = {
  ...memberAnswers,
  'POST /api/v1/auth/logout': nothing,
  [list]: () => json({ data: [textOf('2.0')] }),
  [agree]: nothing,
};

let mounted: Mounted | undefined;
async function open(changed: Answers = {}) {
  const platform = createMemoryPlatform();
  await storeSession(platform);
  mounted = await mountApp({ path: '/document', platform, answers: { ...answers, ...changed } });
  return mounted;
}
const dialog = () => page.getByRole('dialog', { name: '《隐私政策》已更新' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const documents = () => page.getByText('还没有打开过文档');

beforeAll(() => page.viewport(390, 844));
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

it('shows the new text, and sends the consent to its version', async () => {
  const sent: unknown[] = [];
  await open({
    [agree]: async (request) => {
      sent.push(await request.json());
      return nothing();
    },
  });
  await expect.element(dialog().getByRole('heading', { name: '新条款 2.0' })).toBeVisible();
  await expect.element(dialog().getByText('版本 2.0')).toBeVisible();
  await button('同意并继续').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent).toEqual([{ version: '2.0' }]);
  await expect.element(documents()).toBeVisible();
});

it('lets the person neither dismiss the question nor use what is behind it', async () => {
  const { requests } = await open();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  history.back();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  const behind = document.querySelector<HTMLElement>('main button');
  expect(behind).not.toBeNull();
  behind?.focus();
  expect(document.activeElement).not.toBe(behind);
  expect(requests).not.toContain(agree);
});

it('signs out when the person declines, keeps what is on the device, and suggests no consent', async () => {
  const { platform, requests } = await open();
  await platform.preferences.set('draft:a1:remark', 'half a');
  await expect.element(dialog()).toBeVisible();
  await button('不同意并退出登录').click();
  await expect.element(page.getByRole('checkbox')).not.toBeChecked();
  expect(requests).toContain('POST /api/v1/auth/logout');
  expect(requests).not.toContain(agree);
  expect(await platform.preferences.get('draft:a1:remark')).toBe('half a');
  expect(await platform.secrets.get('wipe')).toBeNull();
});

it('shows the text that is in force meanwhile', async () => {
  let version = '2.0';
  await open({
    [list]: () => json({ data: [textOf(version)] }),
    [agree]: () => {
      version = '2.1';
      return refusal('login.agreement_changed', 409);
    },
  });
  await expect.element(dialog()).toBeVisible();
  await button('同意并继续').click();
  await expect.element(dialog().getByRole('heading', { name: '新条款 2.1' })).toBeVisible();
});

it.each([
  ['the network is gone', { [list]: offline }],
  ['the service is of an earlier release', { [list]: () => refusal('app.call_not_found', 404) }],
  ['nothing asks', { [list]: () => json({ data: [] }) }],
])('shows the documents without a question when %s', async (_, changed) => {
  const { requests } = await open(changed);
  await expect.element(documents()).toBeVisible();
  await expect.poll(() => requests).toContain(list);
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('blocks nobody when the consent cannot be stored', async () => {
  await open({ [agree]: offline });
  await expect.element(dialog()).toBeVisible();
  await button('同意并继续').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(documents()).toBeVisible();
});
