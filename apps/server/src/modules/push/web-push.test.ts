import {
  createDecipheriv,
  createECDH,
  createHash,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { countRegistrations, type Phone, register, signInPhone } from '../../../testing/phones.ts';
import { deliveriesOf, openPushing } from '../../../testing/push.ts';
import { openProvider, type Provider } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';
import { postAnnouncement, postMessage } from '../messages/messages.usecases.ts';

/** Browser side of a push subscription. Only its key decrypts the pushes. */
class Browser {
  readonly #keys: ECDH = createECDH('prime256v1');
  readonly #auth: Buffer;
  readonly #point: Buffer;
  readonly path = `/push/${randomUUID()}`;

  constructor(known?: { readonly privateKey: string; readonly auth: string }) {
    this.#auth = known ? Buffer.from(known.auth, 'base64url') : randomBytes(16);
    this.#keys.generateKeys();
    if (known) this.#keys.setPrivateKey(known.privateKey, 'base64url');
    this.#point = this.#keys.getPublicKey();
  }

  subscription(origin: string): string {
    const keys = { p256dh: this.#point.toString('base64url'), auth: this.#auth.toString('base64url') };
    return JSON.stringify({ endpoint: origin + this.path, expirationTime: null, keys });
  }

  /** Decrypts by RFC 8291, section 3.4, and one record of RFC 8188. */
  open(body: Buffer): unknown {
    return JSON.parse(this.read(body));
  }

  read(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + (body[20] ?? 0));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#point, sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, info, 32));
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The padding of the last record is a byte 2 and zeros.
    const end = padded.lastIndexOf(2);
    return padded.subarray(0, end).toString();
  }
}

it('decrypts the example of RFC 8291, section 5', () => {
  const browser = new Browser({
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  });
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(browser.read(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon');
});

let service: TestService;
let provider: Provider;
let li: Phone;
let wang: Phone;
const browser = new Browser();
const wangs = new Browser();

beforeAll(async () => {
  provider = await openProvider();
  service = await openPushing({ PUSH_PRIVATE_ENDPOINTS: 'true', PUSH_CONTACT: 'mailto:it@example.com' });
  li = await signInPhone(service, 'li');
  wang = await signInPhone(service, 'wang');
  const token = browser.subscription(provider.url);
  await register(service, li, { provider: 'webpush', token });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

let posted = 0;
const post = (aid: string, text = '机密正文', type: 'text' | 'text_voice' = 'text') =>
  postMessage(service.db, {
    channel: { key: `chat:${aid}`, kind: 'conversation', title: '王', tid: 't-one', aid },
    type,
    title: '',
    text,
    idempotencyKey: `p${posted++}`,
    createAt: service.time.now,
  });

const receivedBy = (of: Browser) => provider.received.filter(({ path }) => path === of.path);

describe('web push message', () => {
  it('is pushed to the browser, which alone can read the ids and the kind of message', async () => {
    const { msgID, sessionID } = await post('li', '机密正文', 'text_voice');
    await eventually(() => expect(receivedBy(browser)).toHaveLength(1));
    const [received] = receivedBy(browser);
    expect(received).toMatchObject({
      method: 'POST',
      headers: { 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^864|^863/), urgency: 'high' },
    });
    expect(browser.open(received?.body ?? Buffer.alloc(0))).toEqual({
      msgID,
      sessionID,
      type: 'text_voice',
      tid: 't-one',
    });
    expect(() => wangs.open(received?.body ?? Buffer.alloc(0))).toThrow('unable to authenticate data');
    await eventually(async () => expect(await deliveriesOf(service, msgID)).toEqual(['sent']));
  });

  it('is signed by the VAPID key that browsers subscribe with', async () => {
    const { key } = (await service.ask(li.token, 'GET /api/v1/push/vapid-key')).json();
    const [, jwt = '', given] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(receivedBy(browser)[0]?.headers.authorization ?? '') ?? [];
    expect(given).toBe(key);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(jwt, publicKey, { audience: provider.url });
    expect(payload.sub).toBe('mailto:it@example.com');
    expect((payload.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('uses the badge setting that the app reads', async () => {
    expect((await service.ask(li.token, 'GET /api/v1/push/badge')).json()).toEqual({ badge: '100' });
  });

  it('is pushed once, even if it is posted again', async () => {
    const before = receivedBy(browser).length;
    const channel = { key: 'chat:li', kind: 'conversation', title: '王', tid: 't-one', aid: 'li' } as const;
    const again = () =>
      postMessage(service.db, {
        channel,
        type: 'text',
        title: '',
        text: '同',
        idempotencyKey: 'same',
        createAt: service.time.now,
      });
    const [same] = await Promise.all([again(), again(), again()]);
    const last = await post('li', '后');
    for (const { msgID } of [same, last])
      await eventually(async () => expect(await deliveriesOf(service, msgID)).toEqual(['sent']));
    expect(receivedBy(browser)).toHaveLength(before + 2);
  });

  it('is retried after the given delay if the service is temporarily unavailable', async () => {
    const before = receivedBy(browser).length;
    provider.responses.push(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 201 },
    );
    const { msgID } = await post('li');
    await eventually(async () => expect(await deliveriesOf(service, msgID)).toEqual(['sent']));
    const received = receivedBy(browser).slice(before);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => (browser.open(body) as { msgID: string }).msgID))).toEqual(
      new Set([msgID]),
    );
  });

  it('is not pushed if it is no longer relevant', async () => {
    const before = provider.received.length;
    const old = await postMessage(service.db, {
      channel: { key: 'old:li', kind: 'conversation', title: '旧', tid: null, aid: 'li' },
      type: 'text',
      title: '',
      text: '旧',
      idempotencyKey: 'old',
      createAt: service.time.now - 25 * 3_600_000,
    });
    const next = await post('li');
    await eventually(async () => expect(await deliveriesOf(service, next.msgID)).toEqual(['sent']));
    expect(await deliveriesOf(service, old.msgID)).toEqual([]);
    expect(provider.received).toHaveLength(before + 1);
  });
});

describe('web push announcement', () => {
  it('is pushed to all members who are signed in', async () => {
    await register(service, wang, { provider: 'webpush', token: wangs.subscription(provider.url) });
    const two = await postAnnouncement(service.db, {
      tid: 't-two',
      sessionTitle: '乙',
      title: '',
      text: '只给乙',
      idempotencyKey: 'two',
      createAt: service.time.now,
    });
    const all = await postAnnouncement(service.db, {
      tid: 't-one',
      sessionTitle: '甲',
      title: '',
      text: '给甲',
      idempotencyKey: 'one',
      createAt: service.time.now,
    });
    await eventually(async () => expect(await deliveriesOf(service, all.msgID)).toEqual(['sent', 'sent']));
    await eventually(async () => expect(await deliveriesOf(service, two.msgID)).toEqual(['sent']));
    expect(receivedBy(wangs).map(({ body }) => (wangs.open(body) as { msgID: string }).msgID)).toEqual([
      all.msgID,
    ]);
  });
});

describe('expired subscription', () => {
  it('is removed together with its pending pushes', async () => {
    provider.responses.push({ status: 410 });
    const { msgID } = await post('wang');
    await eventually(async () => expect(await countRegistrations(service, 'wang')).toBe(0));
    expect(await deliveriesOf(service, msgID)).toEqual([]);
  });
});

describe('stored push data', () => {
  it('contains neither the subscription nor a key that opens without the master key', async () => {
    const [registration] = await service.db
      .selectFrom('push_registrations')
      .selectAll()
      .where('aid', '=', 'li')
      .execute();
    expect(registration?.token_digest).toBe(
      createHash('sha256').update(`webpush\n${provider.url}${browser.path}`).digest('hex'),
    );
    expect(registration?.wrapped_token.includes(browser.path)).toBe(false);
    const [key] = await service.db.selectFrom('push_vapid_keys').selectAll().execute();
    expect(key?.wrapped_private_key).toHaveLength(12 + 32 + 16);
    const log = service.logLines.join('');
    for (const secret of ['机密', browser.path, provider.url]) expect(log).not.toContain(secret);
  });
});
