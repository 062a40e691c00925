import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestSms, type TestSms } from '../../../testing/sms.ts';
import { createHttpSmsSender, disabledSmsSender } from './http-sms.adapter.ts';

const sms = { to: '+8613812345678', text: '验证码 123456', code: '123456', purpose: 'login' } as const;
let gateway: TestSms;

beforeAll(async () => {
  gateway = await openTestSms();
});
beforeEach(() => gateway.respondWith(200));
afterAll(() => gateway.close());

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

it('posts the message with the token', async () => {
  await createHttpSmsSender({ url: gateway.url, token: 'gateway-token' }).send(sms);
  expect(gateway.messages).toEqual([sms]);
  expect(gateway.headers[0]).toMatchObject({
    authorization: 'Bearer gateway-token',
    'content-type': 'application/json',
  });
});

it.each([
  [400, true],
  [401, true],
  [429, false],
  [500, false],
  [503, false],
])('classifies a response of %i as permanent: %s', async (status, isPermanent) => {
  gateway.respondWith(status);
  const error = await failureOf(createHttpSmsSender({ url: gateway.url, token: undefined }).send(sms));
  expect(error).toMatchObject({ name: 'SmsError', code: 'sms.refused', isPermanent });
  expect(String(error)).not.toContain('13812345678');
});

it('does not follow a redirect to another server', async () => {
  const elsewhere = await openTestSms();
  gateway.respondWith(307, elsewhere.url);
  const error = await failureOf(createHttpSmsSender({ url: gateway.url, token: 'gateway-token' }).send(sms));
  await elsewhere.close();
  expect(error).toMatchObject({ code: 'sms.unreachable', isPermanent: false });
  expect(elsewhere.headers).toEqual([]);
});

it('times out, and aborts when it is closed', async () => {
  gateway.respondWith(0);
  const hurried = createHttpSmsSender({ url: gateway.url, token: undefined, timeoutMs: 50 });
  expect(await failureOf(hurried.send(sms))).toMatchObject({ code: 'sms.unreachable' });
  const sender = createHttpSmsSender({ url: gateway.url, token: undefined });
  const sending = failureOf(sender.send(sms));
  await sender.close();
  expect(await sending).toMatchObject({ code: 'sms.unreachable' });
});

it('reports that no gateway is configured', async () => {
  expect(await failureOf(disabledSmsSender.send(sms))).toMatchObject({ code: 'sms.not_configured' });
});
