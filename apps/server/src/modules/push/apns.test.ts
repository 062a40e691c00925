import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import {
  type Phone,
  register,
  signInRegisteredPhone,
  waitUntilUnregistered,
} from '../../../testing/phones.ts';
import { openPushing, postTo, pushTo } from '../../../testing/push.ts';
import { jsonOf } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';
import { createApnsSender } from '../../infra/push/apns.adapter.ts';
import type { PushNote } from '../../infra/push/push.port.ts';

const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Status value for a missing response. */
const silent = 0;

/** A local APNs server: HTTP/2 without TLS. */
class Apns {
  readonly received: { headers: IncomingHttpHeaders; body: string }[] = [];
  readonly responses: { status: number; reason?: string; headers?: Record<string, string> }[] = [];
  readonly sessions: ServerHttp2Session[] = [];
  readonly #server: Http2Server = createServer();

  async open(): Promise<string> {
    this.#server.on('session', (session) => this.sessions.push(session));
    this.#server.on('stream', (stream, headers) => {
      void text(stream).then((body) => this.#respond(stream, { headers, body }));
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #respond(stream: ServerHttp2Stream, received: { headers: IncomingHttpHeaders; body: string }): void {
    this.received.push(received);
    const { status, reason, headers = {} } = this.responses.shift() ?? { status: 200 };
    if (status === silent) return;
    stream.respond({ ':status': status, ...headers });
    stream.end(reason === undefined ? '' : JSON.stringify({ reason }));
  }

  close(): void {
    for (const session of this.sessions) session.destroy();
    this.#server.close();
  }
}

let service: TestService;
const apns = new Apns();

let url: string;

beforeAll(async () => {
  url = await apns.open();
  const key = `${makeTestFolder()}/apns.p8`;
  writeFileSync(key, apple.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  service = await openPushing({
    APNS_KEY_FILE: key,
    APNS_KEY_ID: 'KEY1234567',
    APNS_TEAM_ID: 'TEAM123456',
    APNS_TOPIC: 'com.example.sealflow',
    APNS_BASE_URL: url,
  });
});
afterAll(async () => {
  await service.close();
  apns.close();
});

const note: PushNote = {
  data: { msgID: 'm', sessionID: 's', type: 'task', tid: 't-one' },
  title: '您有一条新消息',
  badge: 1,
  expireAt: Date.now() + 60_000,
};

describe('APNs', () => {
  const token = 'ab'.repeat(32);
  let phone: Phone;

  beforeAll(async () => {
    phone = await signInRegisteredPhone(service, 'wang', { provider: 'apns', token });
  });

  it('receives pushes over one connection, with a token of the team', async () => {
    const first = await pushTo(service, 'wang');
    await pushTo(service, 'wang');
    expect(apns.sessions).toHaveLength(1);
    const [received, next] = apns.received;
    expect(received?.headers).toMatchObject({
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      'apns-topic': 'com.example.sealflow',
      'apns-push-type': 'alert',
      'apns-priority': '10',
    });
    expect(jsonOf(received?.body)).toEqual({
      aps: { alert: { title: '您有一条新消息' }, badge: 100, sound: 'default' },
      ...first,
      type: 'text_voice',
      tid: 't-one',
    });
    expect(next?.headers.authorization).toBe(received?.headers.authorization);
    const jwt = received?.headers.authorization?.replace('bearer ', '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(jwt, createPublicKey(apple.privateKey), {
      issuer: 'TEAM123456',
    });
    expect([protectedHeader.alg, protectedHeader.kid, payload.exp]).toEqual([
      'ES256',
      'KEY1234567',
      undefined,
    ]);
  });

  it('is reconnected after a GOAWAY or a cut connection', async () => {
    apns.sessions[0]?.goaway();
    await pushTo(service, 'wang');
    expect(apns.sessions).toHaveLength(2);
    apns.sessions[1]?.destroy();
    await pushTo(service, 'wang');
    expect(apns.sessions).toHaveLength(3);
  });

  it('is reconnected after a connection that stays silent', async () => {
    const sender = createApnsSender({
      key: apple.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      keyID: 'KEY1234567',
      teamID: 'TEAM123456',
      topic: 'com.example.sealflow',
      baseUrl: url,
      timeoutMs: 300,
      clock: Date.now,
    });
    const before = apns.sessions.length;
    apns.responses.push({ status: silent });
    expect(await sender.send(token, note)).toMatchObject({ outcome: 'later' });
    expect(await sender.send(token, note)).toEqual({ outcome: 'sent' });
    const task = { flowID: 'f', taskID: 'k' };
    await sender.send(token, { ...note, data: { ...note.data, ...task } });
    // The app on iOS shows the actions of this category.
    const [plain, decidable] = apns.received.slice(-2).map(({ body }) => jsonOf(body));
    expect(plain.aps.category).toBeUndefined();
    expect(decidable).toMatchObject({ aps: { category: 'TASK_DECISION' }, ...task });
    expect(apns.sessions).toHaveLength(before + 2);
    sender.close();
    apns.sessions.length = before;
  });

  it('receives a new token if it considers the former one expired', async () => {
    service.time.now += 1000;
    apns.responses.push({ status: 403, reason: 'ExpiredProviderToken' });
    const before = apns.received.length;
    await pushTo(service, 'wang');
    const [refused, taken] = apns.received.slice(before).map(({ headers }) => headers.authorization);
    expect(taken).toBeDefined();
    expect(taken).not.toBe(refused);
  });

  it('reports phones that are gone', async () => {
    for (const gone of [
      { status: 410, reason: 'Unregistered' },
      { status: 400, reason: 'BadDeviceToken' },
    ]) {
      apns.responses.push(gone);
      await postTo(service, 'wang');
      expect(await waitUntilUnregistered(service, 'wang')).toBe(0);
      await register(service, phone, { provider: 'apns', token });
    }
    apns.responses.push({ status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '1' } });
    await pushTo(service, 'wang');
  });
});
