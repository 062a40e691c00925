import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInRegisteredPhone, waitUntilUnregistered } from '../../../testing/phones.ts';
import { openPushing, postTo, pushTo } from '../../../testing/push.ts';
import { jsonOf, openProvider, type Provider } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';

let service: TestService;
let jpush: Provider;

beforeAll(async () => {
  jpush = await openProvider();
  service = await openPushing({
    JPUSH_APP_KEY: 'app-key',
    JPUSH_MASTER_SECRET: 'master-secret',
    JPUSH_BASE_URL: jpush.url,
  });
});
afterAll(async () => {
  await service.close();
  await jpush.close();
});

describe('JPush', () => {
  const token = '18171adc030c0ba8f0a';

  beforeAll(() => signInRegisteredPhone(service, 'guest', { provider: 'jpush', token }));

  it('receives pushes for the one phone', async () => {
    const sent = await pushTo(service, 'guest');
    expect(jpush.received[0]).toMatchObject({
      method: 'POST',
      path: '/v3/push',
      headers: { authorization: `Basic ${Buffer.from('app-key:master-secret').toString('base64')}` },
    });
    const extras = { ...sent, type: 'text_voice', tid: 't-one' };
    expect(jsonOf(jpush.received[0]?.body)).toMatchObject({
      platform: 'all',
      audience: { registration_id: [token] },
      notification: {
        android: {
          alert: '您有一条新消息',
          extras,
          intent: {
            url:
              'intent:#Intent;action=android.intent.action.MAIN;component=cn.sealflow.app/cn.sealflow.app.MainActivity;' +
              `S.sealflow.msgID=${sent.msgID};S.sealflow.sessionID=${encodeURIComponent(sent.sessionID)};` +
              'S.sealflow.type=text_voice;S.sealflow.tid=t-one;end',
          },
        },
        ios: { alert: '您有一条新消息', badge: 100, extras },
      },
      options: { apns_production: true },
    });
    expect(jpush.received[0]?.body.toString()).not.toContain('机密');
  });

  it('is retried after its rate limit and reports phones that are gone', async () => {
    const before = jpush.received.length;
    jpush.responses.push({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 2002, message: 'limit' } },
    });
    await pushTo(service, 'guest');
    expect(jpush.received).toHaveLength(before + 2);
    jpush.responses.push({ status: 400, body: { error: { code: 1011, message: 'cannot find user' } } });
    await postTo(service, 'guest');
    expect(await waitUntilUnregistered(service, 'guest')).toBe(0);
  });
});
