import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later, storeSession } from '../../testing/app/store-session.ts';
import { type Answers, json, nothing, refusal, twoTenants, userWith } from '../../testing/session/answers.ts';
import { applyLanguage } from '../i18n/index.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createSessionStorage } from '../platform/session/session.repository.ts';
import { clearScrollPositions } from '../shell/navigation/scroll-restoration.hook.ts';

const third = { ...twoTenants[1], id: 't3', name: 'Third', user: { fid: 'fid-t3' } };
const invitation = {
  invitationID: 'i1',
  tenantName: 'Third',
  logo: null,
  name: '陈静',
  sentAt: later - 86_400_000,
  expireAt: Date.UTC(2030, 0, 31, 12),
};
const accept = 'POST /api/v1/invitations/i1/actions/accept';
const decline = 'POST /api/v1/invitations/i1/actions/decline';
const read = 'GET /api/v1/tenants/t1/current-user';
const answers: Answers = {
  'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
  [read]: () => json(userWith('users')),
  'GET /api/v1/tenants/t3/current-user': () => json({ ...userWith('users'), name: 'Chen Jing' }),
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
  'GET /api/v1/invitations': () => json({ data: [invitation] }),
  [accept]: () => json({ data: third }),
  [decline]: nothing,
};

let mounted: Mounted | undefined;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const storedTenants = async (platform: Mounted['platform']) =>
  (await createSessionStorage(platform).read()).session?.tenants.map(({ id }) => id);

/** Mounts the app with a signed-in user of these organisations. */
async function mountFor(
  tenants: Parameters<typeof storeSession>[1],
  changed: Answers = {},
  path = '/myinfo',
) {
  const platform = createMemoryPlatform();
  await storeSession(platform, tenants);
  mounted = await mountApp({ path, platform, answers: { ...answers, ...changed } });
  return mounted;
}

beforeAll(() => page.viewport(390, 844));
afterEach(() => mounted?.unmount());

it('shows an invitation in Mine, and accepting it adds the organisation to the switcher', async () => {
  const { platform } = await mountFor([twoTenants[0]]);
  const card = page.getByRole('region', { name: '企业邀请' });
  await expect.element(card.getByText('Third邀请您加入')).toBeVisible();
  await expect.element(card.getByText('企业中的姓名：陈静')).toBeVisible();
  await expect.element(card.getByText(/有效期至 2030/)).toBeVisible();
  await button('接受Third的邀请').click();
  await expect.element(card.getByRole('status')).toHaveTextContent('已加入Third');
  expect(await storedTenants(platform)).toEqual(['t1', 't3']);
  await button(/切换企业/).click();
  const choice = page.getByRole('dialog', { name: '切换企业' });
  await choice.getByRole('button', { name: 'Third' }).click();
  await expect.element(page.getByRole('heading', { name: 'Chen Jing' })).toBeVisible();
});

it('enters the organisation at once for an account without an organisation', async () => {
  await mountFor([]);
  await button('接受Third的邀请').click();
  await expect.element(page.getByRole('heading', { name: 'Chen Jing' })).toBeVisible();
});

it('declines by keyboard, and keeps the card with the reason when the request fails', async () => {
  let isGone = true;
  const { requests } = await mountFor([twoTenants[0]], {
    [decline]: () => (isGone ? refusal('login.invitation_not_found', 404) : nothing()),
  });
  const card = page.getByRole('region', { name: '企业邀请' });
  const answer = button('谢绝Third的邀请');
  await expect.element(answer).toBeVisible();
  (answer.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByRole('alert')).toHaveTextContent('邀请已失效，请联系企业管理员重新邀请');
  isGone = false;
  await answer.click();
  await expect.element(card.getByRole('status')).toHaveTextContent('已谢绝Third的邀请');
  expect(card.getByRole('listitem').query()).toBeNull();
  expect(requests.filter((call) => call === decline)).toHaveLength(2);
});

it('shows the invitation at the organisation choice too, also in English', async () => {
  await mountFor([...twoTenants], {}, '/');
  await expect.element(page.getByRole('heading', { name: '选择企业' })).toBeVisible();
  await applyLanguage('en');
  await button('Accept the invitation from Third').click();
  const card = page.getByRole('region', { name: 'Invitations' });
  await expect.element(card.getByRole('status')).toHaveTextContent('You joined Third');
  await button('Third').click();
  await expect.poll(() => mounted?.requests).toContain('GET /api/v1/tenants/t3/current-user');
});

it('shows no invitation card when there are no invitations', async () => {
  await mountFor([twoTenants[0]], { 'GET /api/v1/invitations': () => json({ data: [] }) });
  await expect.element(page.getByRole('heading', { name: 'Li Ming' })).toBeVisible();
  await expect.poll(() => mounted?.requests).toContain('GET /api/v1/invitations');
  expect(page.getByText('企业邀请').query()).toBeNull();
});

it('shows the rows of Mine together with an invitation, and without it if it takes long', async () => {
  const cardsWithRows: boolean[] = [];
  const observer = new MutationObserver(() => {
    const hasRow = button(/登录密码/).query() !== null;
    if (hasRow) cardsWithRows.push(page.getByRole('region', { name: '企业邀请' }).query() !== null);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await mountFor([twoTenants[0]]);
  await expect.element(button(/登录密码/)).toBeVisible();
  await expect.element(button('接受Third的邀请')).toBeVisible();
  observer.disconnect();
  expect(cardsWithRows).not.toContain(false);
  mounted?.unmount();
  clearScrollPositions();
  await mountFor([twoTenants[0]], {
    'GET /api/v1/invitations': () => new Promise<Response>(() => undefined),
  });
  await expect.element(button(/登录密码/)).toBeVisible();
  expect(page.getByRole('region', { name: '企业邀请' }).query()).toBeNull();
});
