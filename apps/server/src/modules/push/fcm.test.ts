import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { makeTestFolder } from '../../../testing/folder.ts';
import {
  countRegistrations,
  type Phone,
  register,
  signInRegisteredPhone,
  waitUntilUnregistered,
} from '../../../testing/phones.ts';
import { deliveriesOf, openPushing, postTo, pushTo } from '../../../testing/push.ts';
import { jsonOf, openProvider, type Provider } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';

const google = generateKeyPairSync('rsa', { modulusLength: 2048 });

let service: TestService;
let fcm: Provider;
const assertions: URLSearchParams[] = [];

beforeAll(async () => {
  const folder = makeTestFolder();
  fcm = await openProvider(({ path, body }, reply) => {
    if (path !== '/token') return false;
    assertions.push(new URLSearchParams(body.toString()));
    const granted = { access_token: `access-${assertions.length}`, expires_in: 3600, token_type: 'Bearer' };
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(granted));
    return true;
  });
  writeFileSync(
    `${folder}/fcm.json`,
    JSON.stringify({
      type: 'service_account',
      project_id: 'demo-project',
      client_email: 'push@demo-project.example',
      private_key: google.privateKey.export({ format: 'pem', type: 'pkcs8' }),
      token_uri: `${fcm.url}/token`,
    }),
  );
  service = await openPushing({ FCM_CREDENTIALS_FILE: `${folder}/fcm.json`, FCM_BASE_URL: fcm.url });
});
afterAll(async () => {
  await service.close();
  await fcm.close();
});

describe('FCM', () => {
  const token = `fcm:${'a'.repeat(140)}`;
  let phone: Phone;

  beforeAll(async () => {
    const language = { 'accept-language': 'en-US' };
    phone = await signInRegisteredPhone(service, 'li', { provider: 'fcm', token }, language);
  });

  it('receives ids and a fixed notice, with an access token that is requested once', async () => {
    const first = await pushTo(service, 'li');
    await pushTo(service, 'li');
    expect(fcm.received).toHaveLength(2);
    expect(fcm.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/projects/demo-project/messages:send',
      headers: { authorization: 'Bearer access-1', 'content-type': 'application/json' },
    });
    const { message } = jsonOf(fcm.received[0]?.body);
    expect(message).toMatchObject({
      token,
      data: { ...first, type: 'text_voice', tid: 't-one' },
      notification: { title: 'You have a new message' },
      android: { priority: 'high', notification: { notification_count: 100, channel_id: 'messages' } },
    });
    expect(fcm.received.map(({ body }) => body.toString()).join('')).not.toContain('机密');
    expect(assertions).toHaveLength(1);
    expect(assertions[0]?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const { payload } = await jwtVerify(assertions[0]?.get('assertion') ?? '', google.publicKey, {
      issuer: 'push@demo-project.example',
      audience: `${fcm.url}/token`,
    });
    expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging');
  });

  it('receives a new access token if the former one is rejected, and is retried after the given delay', async () => {
    fcm.responses.push({ status: 401 }, { status: 503, headers: { 'retry-after': '1' } });
    const before = fcm.received.length;
    await pushTo(service, 'li');
    expect(fcm.received.slice(before).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer access-1',
      'Bearer access-2',
      'Bearer access-2',
    ]);
  });

  it('reports phones that are gone', async () => {
    const details = [
      { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' },
    ];
    fcm.responses.push({ status: 404, body: { error: { code: 404, status: 'NOT_FOUND', details } } });
    await postTo(service, 'li');
    expect(await waitUntilUnregistered(service, 'li')).toBe(0);
    await register(service, phone, { provider: 'fcm', token });
    const fieldViolations = [{ field: 'message.token', description: 'not a valid FCM registration token' }];
    fcm.responses.push({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations }] } },
    });
    await postTo(service, 'li');
    expect(await waitUntilUnregistered(service, 'li')).toBe(0);
  });

  it('keeps the phone if the push itself is rejected', async () => {
    await register(service, phone, { provider: 'fcm', token });
    fcm.responses.push({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } });
    const { msgID } = await postTo(service, 'li');
    await eventually(async () => expect(await deliveriesOf(service, msgID)).toEqual(['dropped']));
    expect(await countRegistrations(service, 'li')).toBe(1);
    const failures = await service.db.selectFrom('delivery_failures').select(['channel', 'code']).execute();
    expect(failures).toEqual([{ channel: 'push', code: 'push.refused' }]);
  });
});
