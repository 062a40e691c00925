import type { Page } from '@playwright/test';
import { speechRequest } from '../../apps/mobile/testing/platform/speech-request.ts';
import { violations } from '../support/accessibility.ts';
import { type App, expect, test } from '../support/app.ts';
import { sentText } from '../support/fetch-as-sent.ts';
import { Client, uniqueTitle } from '../support/service.ts';

type NewMessage = { readonly title?: string; readonly text: string; readonly type?: 'text' | 'text_voice' };

/** Signs in the reader, and the administrator of the reader’s organisation, who sends messages to the reader only. */
async function prepareSender(app: App) {
  const reader = app.account('colleague');
  const tenant = app.tenant('eds-pro_16');
  const admin = await Client.signIn(app.account('administrator'));
  const own = await Client.signIn(reader);
  const { fid } = await own.call(
    'GET /api/v1/tenants/{tid}/current-user',
    `/api/v1/tenants/${tenant.id}/current-user`,
  );
  const send = ({ title = '', text, type = 'text' }: NewMessage) =>
    admin.call('POST /api/v1/tenants/{tid}/admin/messages', `/api/v1/tenants/${tenant.id}/admin/messages`, {
      type,
      title,
      text,
      fids: [fid],
    });
  return { reader, own, tenant, send };
}

const sessionsCall = /\/api\/v1\/user-msg-sessions\?(?!.*limit=0)/;
const messagesCall = /\/user-msg-sessions\/[^/]+\/msgs/;

const row = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test('new messages appear without a reload, are counted, read, found by search and opened in place', async ({
  app,
  page,
}) => {
  const { messages, shell, common } = app.texts;
  const { reader, own, tenant, send } = await prepareSender(app);
  const word = uniqueTitle('盘点').slice(-8);
  await send({ text: `最早的一条 ${word}` });
  for (let index = 0; index < 40; index += 1)
    await send({ text: `第 ${index} 条通知。${'内容很多。'.repeat(index % 9)}` });

  await app.signIn(reader, tenant);
  const tab = page.getByRole('navigation', { name: shell.tabBar }).getByRole('link').first();
  /** The service may add another message, for example a notice of the sign-in. */
  const countsAll = () =>
    expect(async () => {
      await expect(tab).toContainText(common.unreadCount(await unreadOf(own)), { timeout: 2_000 });
    }).toPass();
  await countsAll();
  expect.soft(await violations(page), '/sessionlist').toEqual([]);

  const arriving = uniqueTitle('刚刚到达');
  await send({ text: arriving });
  const session = row(page, arriving);
  await expect(session).toBeVisible();
  await countsAll();
  await session.getByRole('button').click();
  await expect(page).toHaveURL(/\/messagelist\?/);
  await expect(page.getByText(arriving)).toBeInViewport();
  // All messages count as read after the newest was shown.
  await expect.poll(async () => (await sessionWith(own, arriving)).unread).toBe(0);
  expect.soft(await violations(page), '/messagelist').toEqual([]);

  const list = page.getByRole('main');
  // Older messages are inserted above without moving the visible ones. The test scrolls until the first is loaded.
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, 0));
    await expect(page.getByText(`最早的一条 ${word}`)).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(arriving)).toHaveCount(0);
  const second = uniqueTitle('又来一条');
  await send({ text: second });
  await expect(page.getByRole('button', { name: messages.toNewest })).toContainText(messages.arrived(1));
  expect.soft(await violations(page), '/messagelist with news').toEqual([]);
  await page.getByRole('button', { name: messages.toNewest }).click();
  await expect(page.getByText(second)).toBeInViewport();
  await expect(page.getByRole('button', { name: messages.toNewest })).toHaveCount(0);

  // A single hit opens its message.
  await page.goBack();
  const search = page.getByRole('searchbox', { name: messages.search });
  await search.fill(word);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(page.locator('mark')).toHaveText(word);
  expect.soft(await violations(page), '/sessionlist with hits').toEqual([]);
  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
  const found = page.locator('article[aria-current]');
  await expect(found).toContainText(word);
  await expect(found).toBeInViewport();
  await page.goBack();
  await expect(search).toHaveValue(word);

  // Several hits open a list, which stays when the user returns.
  await search.fill('条通知');
  await row(page, '条相关消息').or(row(page, 'messages found')).first().getByRole('button').click();
  await expect(page.getByRole('searchbox', { name: messages.searchHere })).toHaveValue('条通知');
  expect.soft(await violations(page), '/messagelist?view=search').toEqual([]);
  await page.getByRole('searchbox', { name: messages.searchHere }).fill('第 7 条通知');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await row(page, '第 7 条通知').first().getByRole('button').click();
  await expect(found).toContainText('第 7 条通知');
  await expect(found).toBeInViewport();
  await page.getByRole('button', { name: messages.toNewest }).click();
  await expect(page.getByText(second)).toBeInViewport();
  await page.goBack();
  await expect(row(page, '第 7 条通知').first()).toBeVisible();
  await page.getByRole('searchbox', { name: messages.searchHere }).fill('没有这句话');
  await expect(page.getByText(messages.nothingFound('没有这句话'))).toBeVisible();
});

async function unreadOf(client: Client): Promise<number> {
  const path = '/api/v1/user-msg-sessions?skip=0&limit=0';
  return (await client.call('GET /api/v1/user-msg-sessions', path)).unread;
}

async function sessionWith(client: Client, text: string) {
  const path = `/api/v1/user-msg-sessions?keyword=${encodeURIComponent(text)}`;
  const [session] = (await client.call('GET /api/v1/user-msg-sessions', path)).data;
  if (!session) throw new Error('no session has this message');
  return session;
}

/** Presses retry until the assertion holds. A new message also loads the list and removes the button. */
async function retry(page: Page, name: string, assertRecovered: () => Promise<void>): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 });
    await assertRecovered();
  }).toPass();
}

test('failures show the cause, and loaded messages stay readable without the service', {
  tag: ['@once', '@full'],
}, async ({ app, page }) => {
  const { messages, common } = app.texts;
  const { reader, tenant, send } = await prepareSender(app);
  const title = uniqueTitle('值班安排');
  await send({ title, text: `${title}：周一至周五` });

  await page.route(sessionsCall, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await app.signIn(reader, tenant);
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  expect.soft(await violations(page), '/sessionlist with a failure').toEqual([]);
  await page.unroute(sessionsCall);
  await retry(page, common.retry, () => expect(row(page, title)).toBeVisible({ timeout: 5_000 }));

  await page.route(messagesCall, (route) => route.abort('timedout'));
  await row(page, title).getByRole('button').click();
  await expect(alert).toBeVisible();
  await page.unroute(messagesCall);
  const message = page.getByRole('heading', { name: title });
  await retry(page, common.retry, () => expect(message).toBeInViewport({ timeout: 5_000 }));

  // A settled list is stored on the device, so the service may become unavailable.
  const messagesApi = /\/api\/v1\/user-msg-sessions/;
  const stored = page.getByText(messages.stored);
  await expect(async () => {
    await page.route(messagesApi, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.reload();
    try {
      await expect(stored.or(alert)).toBeVisible();
      await expect(stored).toBeVisible({ timeout: 2_000 });
    } catch (error) {
      await page.unroute(messagesApi);
      await page.reload();
      await expect(message).toBeVisible();
      throw error;
    }
  }).toPass({ intervals: [1_000] });
  await expect(message).toBeVisible();
  expect.soft(await violations(page), '/messagelist as stored').toEqual([]);
  await page.goBack();
  await expect(stored).toBeVisible();
  await expect(row(page, title)).toBeVisible();
  await page.unroute(messagesApi);
  await retry(page, common.retry, () => expect(stored).toHaveCount(0, { timeout: 5_000 }));

  await page.context().setOffline(true);
  await expect(page.getByText(common.offline)).toBeVisible();
  await page.getByRole('searchbox', { name: messages.search }).fill(title);
  await expect(page.getByText(messages.searchOffline)).toBeVisible();
  await expect(row(page, title)).toBeVisible();
  expect.soft(await violations(page), '/sessionlist offline').toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByText(common.offline)).toHaveCount(0);

  // A refusal shows the service’s message.
  await page.goto('/messagelist?sessionID=gone');
  await expect(page.getByText(messages.gone)).toBeVisible();
  expect.soft(await violations(page), '/messagelist without a session').toEqual([]);
  await page.getByRole('button', { name: messages.backToList }).click();
  await expect(page).toHaveURL(/\/sessionlist$/);
  let refusal: { status: number; json: object } = {
    status: 403,
    json: { code: 'app.no_rights', message: 'no rights', params: {} },
  };
  await page.route(messagesCall, (route) => route.fulfill(refusal));
  await row(page, title).getByRole('button').click();
  await expect(alert).toContainText(app.errorText('app.no_rights'));
  refusal = { status: 400, json: { message: 'empty creation error' } };
  await retry(page, common.retry, () =>
    expect(alert).toContainText(app.errorText('message.empty_creation'), { timeout: 5_000 }),
  );
  refusal = { status: 401, json: { code: 'login.token_expired', message: 'token expired', params: {} } };
  await retry(page, common.retry, () => expect(page).toHaveURL(/\/pwdlogin$/, { timeout: 5_000 }));
});

/** A second of silence, as a speech service would send it. */
function silence(): Buffer {
  const rate = 8_000;
  const wave = Buffer.alloc(44 + rate, 128);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(36 + rate, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(rate, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(rate, 40);
  return wave;
}

test('a spoken message is read aloud on arrival, and again on request', async ({ app, page }) => {
  const { messages } = app.texts;
  const { reader, tenant, send } = await prepareSender(app);
  const speechRequests: URLSearchParams[] = [];
  await page.route('**/api/v1/speech/token', (route) =>
    route.fulfill({ json: { url: '/spoken', token: 'speech-token', expire: Date.now() + 3_600_000 } }),
  );
  let deliverSecondSpeech: () => void = () => undefined;
  const secondSpeechAllowed = new Promise<void>((resolve) => {
    deliverSecondSpeech = resolve;
  });
  await page.route('**/spoken', async (route) => {
    speechRequests.push(new URLSearchParams(await sentText(route.request())));
    if (speechRequests.length > 1) await secondSpeechAllowed;
    await route.fulfill({ contentType: 'audio/wav', body: silence() });
  });
  const live = page.waitForResponse('**/api/v1/events');
  await app.signIn(reader, tenant);
  await live;

  const text = uniqueTitle('请到前台取件');
  await send({ text, type: 'text_voice' });
  await expect.poll(() => speechRequests.length).toBe(1);
  expect(Object.fromEntries(speechRequests[0] ?? [])).toEqual(speechRequest({ text, token: 'speech-token' }));

  await row(page, text).getByRole('button').click();
  const card = page.getByRole('article').filter({ hasText: text });
  await card.getByRole('button', { name: messages.play }).click();
  await expect(card.getByRole('button', { name: messages.stop })).toBeVisible();
  deliverSecondSpeech();
  await expect(card.getByRole('button', { name: messages.play })).toBeVisible();
  expect(speechRequests).toHaveLength(2);
});
