import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { OBLIGATIONS, requestLicence } from '@sealflow/tdf/kas';
import { bytesSource, type Manifest, readSealed } from '@sealflow/tdf/reader';

/** Sends requests like the app. @throws Error for every answer except success. */
export async function request(url: string, init: RequestInit & { token?: string } = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.token !== undefined) headers.set('authorization', `Bearer ${init.token}`);
  const answer = await fetch(url, { ...init, headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(token === undefined ? {} : { token }),
  });
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export async function get<T>(url: string, token?: string): Promise<T> {
  return (await (await request(url, token === undefined ? {} : { token })).json()) as T;
}

/** A simulated phone with keys that signs in, renews its token and requests use licences. */
export class Device {
  readonly id: string = randomUUID();
  token = '';
  private readonly url: string;
  private readonly signing = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly agreement = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(url: string) {
    this.url = url;
  }

  async signIn(username: string, password: string): Promise<void> {
    const path = '/api/v1/auth/token';
    const agreementKey = jwkOf(this.agreement.publicKey);
    const device = {
      id: this.id,
      name: 'Phone',
      platform: 'android',
      agreementKey,
      signingKey: jwkOf(this.signing.publicKey),
      proof: this.prove(path, { agreement: thumbprintOf(agreementKey) }),
    };
    ({ token: this.token } = await post<{ token: string }>(this.url + path, { username, password, device }));
  }

  async refresh(): Promise<void> {
    const path = '/api/v1/auth/refresh-token';
    const ath = createHash('sha256').update(this.token).digest('base64url');
    const answer = await request(this.url + path, {
      method: 'POST',
      token: this.token,
      headers: { dpop: this.prove(path, { ath }) },
    });
    ({ token: this.token } = (await answer.json()) as { token: string });
  }

  async licence(tid: string, manifest: Manifest): Promise<void> {
    const signingKey = await crypto.subtle.importKey(
      'pkcs8',
      this.signing.privateKey.export({ format: 'der', type: 'pkcs8' }),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    );
    const fulfillable = Object.values(OBLIGATIONS);
    const platformUrl = `${this.url}/otdf/${tid}`;
    await requestLicence({ platformUrl, token: this.token, signingKey, fulfillable }, { manifest });
  }

  private prove(path: string, extraClaims: object): string {
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: jwkOf(this.signing.publicKey) };
    const payload = {
      htm: 'POST',
      htu: this.url + path,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
    };
    const input = [header, { ...payload, ...extraClaims }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const key = { key: this.signing.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
  }
}

function jwkOf(key: KeyObject) {
  const { kty = '', crv = '', x = '', y = '' } = key.export({ format: 'jwk' });
  return { kty, crv, x, y };
}

/** RFC 7638: the members in lexicographic order. */
const thumbprintOf = ({ kty, crv, x, y }: ReturnType<typeof jwkOf>) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

export async function manifestOf(file: Uint8Array): Promise<Manifest> {
  const sealed = await readSealed(bytesSource(new Uint8Array(file)));
  if (!sealed) throw new Error('the file is not sealed');
  return sealed.manifest;
}
