import { beforeAll, describe, expect, test, vi } from 'vitest';
import { partsOf } from '../tests/archive.ts';
import {
  clientOf,
  collect,
  DOCUMENT_ID,
  everythingOf,
  KID,
  kasFetch,
  makeDevice,
  makeKas,
  PLATFORM_URL,
  sample,
  sealOptions,
  type TestDevice,
  type TestKas,
} from '../tests/kit.ts';
import type { Bytes } from './bytes.ts';
import {
  bytesSource,
  decodeAdditionalContext,
  fetchPublicKey,
  grantMetadata,
  isLicenceValid,
  OBLIGATIONS,
  openLicence,
  readSealed,
  refusalError,
  refusalMetadata,
  requestLicence,
  type SealedFile,
  seal,
  termsText,
  type UseLicence,
  verifyRequestToken,
} from './index.ts';

let kas: TestKas;
let device: TestDevice;
let file: Bytes;
let sealed: SealedFile;

beforeAll(async () => {
  kas = await makeKas();
  device = await makeDevice();
  file = await collect(seal(sealOptions(kas, sample(100))).stream);
  sealed = (await readSealed(bytesSource(file)))!;
});

const ask = (fetch: typeof globalThis.fetch, more = {}): Promise<UseLicence> =>
  requestLicence(clientOf(device, fetch), { ...sealed, ...more });
const answers =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    Response.json(body, { status });

describe('a use licence', () => {
  test('survives JSON serialisation and opens its document offline', async () => {
    const licence = await ask(kasFetch(kas, device, { leaseEnd: 2_000_000_000_000 }));
    expect(licence).toMatchObject({
      documentId: DOCUMENT_ID,
      obligations: [OBLIGATIONS.watermark],
      issuedAt: 1_700_000_000_000,
      leaseEnd: 2_000_000_000_000,
      keys: [{ kid: KID, sid: null }],
    });
    const kept = JSON.parse(JSON.stringify(licence)) as UseLicence;
    const keys = await openLicence(kept, device.agreement.privateKey);
    expect((await everythingOf({ file, keys })).content).toEqual(sample(100));
  });

  test('opens to keys that WebCrypto does not export', async () => {
    const { decrypt, verify } = await openLicence(
      await ask(kasFetch(kas, device)),
      device.agreement.privateKey,
    );
    for (const key of [decrypt, verify]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({ name: 'InvalidAccessError' });
    }
    expect([decrypt.usages, verify.usages]).toEqual([['decrypt'], ['verify']]);
  });

  test('does not open on another device', async () => {
    const licence = await ask(kasFetch(kas, device));
    const other = await makeDevice();
    await expect(openLicence(licence, other.agreement.privateKey)).rejects.toMatchObject({
      code: 'kas.licence_invalid',
    });
  });

  test('does not open with terms other than the service’s', async () => {
    const licence = await ask(kasFetch(kas, device, { leaseEnd: 1_800_000_000_000 }));
    for (const terms of [
      licence.terms.replace('1800000000000', '1900000000000'),
      licence.terms.replace(OBLIGATIONS.watermark, ''),
      `${licence.terms} `,
    ]) {
      const longer = openLicence({ ...licence, terms }, device.agreement.privateKey);
      await expect(longer).rejects.toMatchObject({ code: 'kas.licence_invalid' });
    }
  });

  test('does not open with terms that are not a string', async () => {
    const licence = await ask(kasFetch(kas, device));
    const kept = { ...licence, terms: [licence.terms] as unknown as string };
    await expect(openLicence(kept, device.agreement.privateKey)).rejects.toMatchObject({
      code: 'kas.answer_invalid',
    });
  });

  test('ends with its lease', async () => {
    const lease = await ask(kasFetch(kas, device, { leaseEnd: 1_800_000_000_000 }));
    expect(isLicenceValid(lease, 1_799_999_999_999)).toBe(true);
    expect(isLicenceValid(lease, 1_800_000_000_000)).toBe(false);
    expect(isLicenceValid(await ask(kasFetch(kas, device)), 9e15)).toBe(true);
  });
});

describe('the request', () => {
  test('is signed by the device, lives a minute, and carries no client key', async () => {
    let seen: [string, RequestInit] | undefined;
    await ask((url, init) => {
      seen = [url as string, init ?? {}];
      return kasFetch(kas, device)(url, init);
    });
    const [url, { headers, redirect, body }] = seen!;
    expect(url).toBe(`${PLATFORM_URL}/kas.AccessService/Rewrap`);
    expect(redirect).toBe('error');
    const sent = headers as Record<string, string>;
    expect(sent['Authorization']).toBe('Bearer a-token');
    expect(decodeAdditionalContext(sent['X-Rewrap-Additional-Context'])).toEqual([OBLIGATIONS.watermark]);
    const { signedRequestToken } = JSON.parse(body as string) as { signedRequestToken: string };
    const now = Date.now();
    const signingKey = device.signing.publicKey;
    const token = await verifyRequestToken({ token: signedRequestToken, signingKey, now });
    expect(token.request).not.toHaveProperty('clientPublicKey');
    expect(token.claims.exp - token.claims.iat).toBe(60);
    expect(token.jti).not.toBe('');
    const late = verifyRequestToken({ token: signedRequestToken, signingKey, now: now + 70_000 });
    await expect(late).rejects.toMatchObject({ code: 'kas.refused.request_expired' });
    const early = verifyRequestToken({ token: signedRequestToken, signingKey, now: now - 70_000 });
    await expect(early).rejects.toMatchObject({ code: 'kas.refused.request_expired' });
    const stranger = (await makeDevice()).signing.publicKey;
    const others = verifyRequestToken({ token: signedRequestToken, signingKey: stranger, now });
    await expect(others).rejects.toMatchObject({ code: 'kas.request_token_invalid' });
    for (const bad of ['', 'a.b.c', signedRequestToken.slice(0, -2), signedRequestToken.replace('.', '.e')]) {
      await expect(verifyRequestToken({ token: bad, signingKey, now })).rejects.toMatchObject({
        code: 'kas.request_token_invalid',
      });
    }
  });

  test('goes to the path of the service, however many slashes end its URL', async () => {
    let requested: unknown;
    const slashed = {
      ...clientOf(device, async (url, init) => {
        requested = url;
        return kasFetch(kas, device)(url, init);
      }),
      platformUrl: `${PLATFORM_URL}//`,
    };
    await requestLicence(slashed, { ...sealed, keyId: 'lk1' });
    expect(requested).toBe(`${PLATFORM_URL}/kas.AccessService/Rewrap`);
  });

  test('has the header of a JWT signed by ES256', async () => {
    let body = '';
    await ask((url, init) => {
      body = init?.body as string;
      return kasFetch(kas, device)(url, init);
    });
    const { signedRequestToken } = JSON.parse(body) as { signedRequestToken: string };
    const [header = ''] = signedRequestToken.split('.');
    expect(JSON.parse(atob(header))).toEqual({ alg: 'ES256', typ: 'JWT' });
  });

  test('ends at once if it is cancelled before its start', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const cancelled = AbortSignal.abort(new Error('closed'));
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      signals.push(init?.signal);
      if (init?.signal?.aborted) throw init.signal.reason;
      return Response.json({});
    };
    await expect(ask(fetch, { signal: cancelled })).rejects.toThrow('closed');
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
  });

  test.each([
    ['an empty one', ''],
    ['a number', 7],
    ['none', undefined],
  ])('rejects an answer without a session key: %s', async (_name, sessionPublicKey) => {
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const answer = (await (await kasFetch(kas, device)(url, init)).json()) as object;
      return Response.json({ ...answer, sessionPublicKey });
    };
    await expect(ask(fetch)).rejects.toMatchObject({ code: 'kas.answer_invalid' });
  });

  test('is never sent for a key of another service', async () => {
    const fetch = () => Promise.reject(new Error('asked'));
    const foreign = { ...clientOf(device, fetch), platformUrl: 'https://files.example/otdf/t2' };
    await expect(requestLicence(foreign, sealed)).rejects.toMatchObject({ code: 'kas.foreign_key_access' });
    const [entry] = sealed.manifest.encryptionInformation.keyAccess;
    const { manifest: split } = await partsOf(file);
    split.encryptionInformation.keyAccess.push({ ...entry, sid: 'theirs', url: 'https://evil.example/kas' });
    await expect(ask(fetch, { manifest: split })).rejects.toMatchObject({ code: 'kas.foreign_key_access' });
  });

  test('recognises its own documents by the licence key after a change of the service address', async () => {
    const renamed = {
      ...clientOf(device, kasFetch(kas, device)),
      platformUrl: 'http://localhost:8080/otdf/t1',
    };
    const licence = await requestLicence(renamed, { ...sealed, keyId: 'lk1' });
    expect(licence.documentId).toBe(DOCUMENT_ID);
  });

  test('contains only the key access of a file, even if unknown fields are deeply nested', async () => {
    const { manifest } = await partsOf(file);
    const [entry] = manifest.encryptionInformation.keyAccess;
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    Object.assign(entry, { more: deep });
    Object.assign(entry.policyBinding, { more: deep });
    expect((await ask(kasFetch(kas, device), { manifest })).documentId).toBe(DOCUMENT_ID);
  });

  test('can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const hanging: typeof fetch = async (_url, init) => Promise.reject(init?.signal?.reason as Error);
    await expect(ask(hanging, { signal })).rejects.toThrow('enough');
  });
});

describe('a denial', () => {
  const validTerms = termsText({
    documentId: DOCUMENT_ID,
    obligations: [],
    issuedAt: 1_700_000_000_000,
    leaseEnd: null,
  });
  const result = (more: object) => ({
    responses: [{ policyId: 'policy', results: [{ keyAccessObjectId: 'kao-0', ...more }] }],
  });

  test('names the obligations that the client lacks', async () => {
    const missing = [OBLIGATIONS.noCapture];
    const body = result({
      status: 'fail',
      error: refusalError('obligation_unfulfilled'),
      metadata: refusalMetadata('obligation_unfulfilled', missing),
    });
    await expect(ask(answers(body))).rejects.toMatchObject({
      code: 'kas.refused.obligation_unfulfilled',
      obligations: missing,
    });
  });

  test.each([
    [result({ status: 'fail', metadata: refusalMetadata('not_cleared') }), 200, 'kas.refused.not_cleared'],
    [result({ status: 'fail', error: 'forbidden' }), 200, 'kas.refused.unknown'],
    [{ code: 'permission_denied', message: 'device_withdrawn' }, 403, 'kas.refused.device_withdrawn'],
    [{ code: 'unauthenticated', message: 'no' }, 401, 'kas.refused.signed_out'],
    [{ code: 'permission_denied', message: 'forbidden' }, 403, 'kas.refused.unknown'],
    [{}, 503, 'kas.unreachable'],
    [{ code: 'unavailable' }, 500, 'kas.unreachable'],
    [{ code: 'internal' }, 500, 'kas.refused.unknown'],
    [{}, 403, 'kas.unreachable'],
    ['blocked by policy', 407, 'kas.unreachable'],
    [{ code: 'app.too_many_requests', message: 'too many requests' }, 429, 'kas.unreachable'],
    [{}, 200, 'kas.answer_invalid'],
    [{ responses: 'text' }, 200, 'kas.answer_invalid'],
    [{ responses: [null, { results: 7 }, { results: [null] }] }, 200, 'kas.answer_invalid'],
    [null, 200, 'kas.answer_invalid'],
    [result({ status: 'permit', metadata: grantMetadata(validTerms) }), 200, 'kas.answer_invalid'],
    [result({ status: 'permit', kasWrappedKey: 'AAAA' }), 200, 'kas.answer_invalid'],
    [
      result({ status: 'permit', kasWrappedKey: 'AAAA', metadata: { 'X-Sealflow-Terms': '{}' } }),
      200,
      'kas.answer_invalid',
    ],
  ])('%j with %i', async (body, status, code) => {
    await expect(ask(answers(body, status))).rejects.toMatchObject({ code });
  });

  test('an HTML page of an intermediary is not an answer of the service', async () => {
    const page = async () => new Response('<html>Sign in to this network</html>');
    await expect(ask(page)).rejects.toMatchObject({ code: 'kas.unreachable' });
  });

  test('a service that does not answer, or stops midway, is unreachable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const aborted = (signal: AbortSignal | null | undefined) =>
        new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        });
      const silent: typeof fetch = (_url, init) => aborted(init?.signal);
      const broken: typeof fetch = async (_url, init) =>
        Object.assign(new Response('{'), { json: () => aborted(init?.signal) });
      for (const fetch of [silent, broken]) {
        const failure = ask(fetch).then(
          () => 'answered',
          (error: unknown) => error,
        );
        await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
        await vi.advanceTimersByTimeAsync(10_000);
        expect(await failure).toMatchObject({ code: 'kas.unreachable' });
        expect(vi.getTimerCount()).toBe(0);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test('an unreachable service is reported with its cause', async () => {
    const cause = new TypeError('no network');
    await expect(ask(() => Promise.reject(cause))).rejects.toMatchObject({ code: 'kas.unreachable', cause });
  });

  test('a network failure is an unreachable service', async () => {
    await expect(ask(() => Promise.reject(new TypeError('no network')))).rejects.toMatchObject({
      code: 'kas.unreachable',
    });
  });
});

test('fetchPublicKey returns the key for sealing and rejects an incomplete answer', async () => {
  const fetch = answers({ publicKey: 'pem', kid: KID });
  expect(await fetchPublicKey({ platformUrl: PLATFORM_URL, fetch })).toEqual({ publicKey: 'pem', kid: KID });
  const broken = fetchPublicKey({ platformUrl: PLATFORM_URL, fetch: answers({}) });
  await expect(broken).rejects.toMatchObject({ code: 'kas.answer_invalid' });
});
