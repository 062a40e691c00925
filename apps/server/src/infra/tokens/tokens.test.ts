import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { signJws } from './jws-signature.util.ts';
import type { TokenKey } from './token-keys.repository.ts';
import { createTokens, type Tokens } from './tokens.util.ts';

const now = 1_800_000_000_000;
const claims = { sub: 'li', jti: 'one', issuedAt: now, expireAt: now + 60_000 };
const invalid = 'login.signature_is_invalid';
/** The order of the group (RFC 8032, section 5.1). */
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

let keys: (TokenKey & { readonly signsWith: KeyObject; readonly publicKey: KeyObject })[];
let tokens: Tokens;

beforeEach(() => {
  keys = [createKey()];
  tokens = createTokens({
    keys: { list: () => keys, refresh: async () => {} },
    issuer: () => 'https://sealflow.example',
    clock: () => now,
  });
});

function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = randomUUID();
  const publicJwk = { ...(publicKey.export({ format: 'jwk' }) as Record<string, string>), kid };
  return {
    kid,
    publicJwk,
    privateKey,
    signsFrom: 0,
    verifiesUntil: null,
    withdrawnAt: null,
    signsWith: privateKey,
    publicKey,
  };
}

function firstKey() {
  const [key] = keys;
  if (!key) throw new Error('there is no key');
  return key;
}

const codeOf = (token: string): Promise<string> =>
  tokens.verify('sealflow', token).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'no code',
  );
const issue = () => tokens.sign('sealflow', claims);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const header = () => ({ alg: 'EdDSA', typ: 'JWT', kid: firstKey().kid });
const payload = () => JSON.parse(Buffer.from(issue().split('.')[1] ?? '', 'base64url').toString()) as object;
const signed = (head: object, key: KeyObject = firstKey().signsWith) => signJws(head, payload(), key);

const readLittleEndian = (bytes: Buffer): bigint => BigInt(`0x${reversed(bytes).toString('hex')}`);
const littleEndian = (value: bigint): Buffer =>
  reversed(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());

function partsOf(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.');
  return { input: `${head}.${body}`, body, bytes: Buffer.from(signature, 'base64url') };
}

test('a token is the same text each time, and any implementation of Ed25519 verifies it', () => {
  const token = issue();
  expect(issue()).toBe(token);
  const { input, bytes } = partsOf(token);
  expect(verify(null, Buffer.from(input), firstKey().publicKey, bytes)).toBe(true);
  expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual(header());
});

// A node verifies by the private key where it has it, else by the public key. Both must accept the same texts.
describe.each([
  ['a signing key', false],
  ['a retired key, whose private key is deleted', true],
])('a token of %s', (_, isRetired) => {
  const retire = () => {
    if (!isRetired) return;
    keys = [{ ...firstKey(), privateKey: null }, createKey()];
  };

  test('is accepted with its claims', async () => {
    const token = issue();
    retire();
    expect(await tokens.verify('sealflow', token)).toMatchObject({ sub: 'li', jti: 'one' });
  });

  test('is rejected if one bit of its signature differs', async () => {
    const { input, bytes } = partsOf(issue());
    retire();
    const codes = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      codes.add(await codeOf(`${input}.${changed.toString('base64url')}`));
    }
    expect([...codes]).toEqual([invalid]);
  });

  test('is rejected with a signature that is not canonical or not 64 bytes long', async () => {
    const { input, bytes } = partsOf(issue());
    retire();
    const shifted = littleEndian(readLittleEndian(bytes.subarray(32)) + groupOrder);
    const signatures = [
      Buffer.concat([bytes.subarray(0, 32), shifted]),
      bytes.subarray(0, 63),
      bytes.subarray(0, 32),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.alloc(64),
    ];
    for (const signature of signatures)
      expect(await codeOf(`${input}.${signature.toString('base64url')}`)).toBe(invalid);
    expect(await codeOf(`${input}.`)).toBe(invalid);
    expect(await codeOf(input)).toBe(invalid);
  });

  test('is rejected if its claims or header differ from those that were signed', async () => {
    const token = issue();
    retire();
    const [head = '', , signature = ''] = token.split('.');
    expect(await codeOf([head, encode({ ...payload(), sub: 'wang' }), signature].join('.'))).toBe(invalid);
    const spaced = Buffer.from(`${JSON.stringify(header())} `).toString('base64url');
    expect(await codeOf([spaced, token.split('.')[1], signature].join('.'))).toBe(invalid);
  });

  test('is rejected with the signature of another key', async () => {
    const other = createKey();
    const forged = signed(header(), other.signsWith);
    retire();
    expect(await codeOf(forged)).toBe(invalid);
    const { kid } = firstKey();
    keys = [...keys, other];
    expect(await codeOf(signJws({ ...header(), kid }, payload(), other.signsWith))).toBe(invalid);
  });

  test('is rejected with any other header, even if it is signed', async () => {
    const { kid } = header();
    const hmacInput = `${encode({ ...header(), alg: 'HS256' })}.${encode(payload())}`;
    const byPublicKey = createHmac('sha256', JSON.stringify(firstKey().publicJwk)).update(hmacInput);
    const forged = [
      signed({ ...header(), alg: 'none' }),
      signed({ ...header(), alg: 'HS256' }),
      signed({ ...header(), alg: 'Ed25519' }),
      signed({ typ: 'JWT', kid }),
      signed({ ...header(), typ: 'dpop+jwt' }),
      signed({ ...header(), typ: 'jwt' }),
      signed({ alg: 'EdDSA', kid }),
      signed({ ...header(), crit: ['x'], x: 1 }),
      signed({ ...header(), crit: [] }),
      signed({ ...header(), jwk: firstKey().publicJwk }),
      signed({ ...header(), kid: [kid] }),
      signed([header()]),
      `${hmacInput}.${byPublicKey.digest('base64url')}`,
      `${encode({ ...header(), alg: 'none' })}.${encode(payload())}.`,
    ];
    retire();
    for (const token of forged) expect([token, await codeOf(token)]).toEqual([token, invalid]);
  });

  test('is rejected if its payload is no object, or its claims are not valid', async () => {
    const changes = [{ exp: '1' }, { sub: 1 }, { nbf: now / 1000 + 1 }, { nbf: '1' }];
    const bodies = [null, [], 'text', 1, {}, ...changes.map((change) => Object.assign(payload(), change))];
    const forged = bodies.map((body) => signJws(header(), body as object, firstKey().signsWith));
    retire();
    for (const token of forged) expect([token, await codeOf(token)]).toEqual([token, invalid]);
  });

  test('is rejected for another audience, after its end, and once its key is withdrawn', async () => {
    const token = issue();
    const expired = tokens.sign('sealflow', { ...claims, issuedAt: now - 60_000, expireAt: now });
    retire();
    await expect(tokens.verify('sealflow-files', token)).rejects.toMatchObject({
      code: invalid,
    });
    expect(await codeOf(expired)).toBe('login.token_expired');
    expect(await codeOf(token)).toBe('accepted');
    keys = keys.map((key, index) => (index === 0 ? { ...key, withdrawnAt: now } : key));
    expect(await codeOf(token)).toBe('login.token_expired');
    keys = keys.slice(1);
    expect(await codeOf(token)).toBe(invalid);
  });
});

test('a token that was verified before is still rejected if it is changed', async () => {
  const token = issue();
  expect(await codeOf(token)).toBe('accepted');
  expect(await codeOf(token)).toBe('accepted');
  const { input } = partsOf(token);
  const other = sign(null, Buffer.from(input), createKey().signsWith).toString('base64url');
  expect(await codeOf(`${input}.${other}`)).toBe(invalid);
  expect(await codeOf(`${token}.`)).toBe(invalid);
  expect(await codeOf(`${token}=`)).toBe(invalid);
});

describe('a token with a stored MAC', () => {
  const macOf = (token: string): Buffer => {
    const mac = tokens.macOf(token);
    if (!mac) throw new Error('there is no MAC');
    return mac;
  };
  /** A token with the claims of an issued one, signed by nobody. */
  const forge = (change: object = {}) =>
    signJws(header(), { ...payload(), ...change }, createKey().signsWith);
  const isIssued = async (token: string, mac: Buffer | null | undefined) =>
    (await tokens.read('sealflow', token)).isIssued(mac);

  test('is accepted by it without its signature', async () => {
    // A MAC that was stored for a forged token shows that the signature is not verified.
    expect(await isIssued(issue(), macOf(issue()))).toBe(true);
    expect(await isIssued(forge(), macOf(forge()))).toBe(false);
    const forged = forge();
    expect(await isIssued(forged, macOf(forged))).toBe(true);
  });

  test('is accepted by its signature if the MAC is missing or is that of another text', async () => {
    expect(await isIssued(issue(), null)).toBe(true);
    expect(await isIssued(issue(), macOf(forge()))).toBe(true);
    expect(await isIssued(issue(), Buffer.alloc(0))).toBe(true);
  });

  test('is rejected if it differs from the issued one in any bit of its signature', async () => {
    const { input, bytes } = partsOf(issue());
    const mac = macOf(issue());
    for (let bit = 0; bit < 64; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit] = (changed[bit] ?? 0) ^ 1;
      expect(await isIssued(`${input}.${changed.toString('base64url')}`, mac)).toBe(false);
    }
  });

  test('is rejected if no row is stored for its id', async () => {
    expect(await isIssued(issue(), undefined)).toBe(false);
  });

  test('has another MAC under another key, and none under a key that signs no more', () => {
    const [mac, token] = [macOf(issue()), issue()];
    const first = firstKey();
    keys = [{ ...createKey(), kid: first.kid }];
    expect(macOf(token)).not.toEqual(mac);
    keys = [{ ...first, privateKey: null }];
    expect(tokens.macOf(token)).toBeNull();
  });

  test('is rejected after its end and once its key is withdrawn, whatever its MAC', async () => {
    const expired = tokens.sign('sealflow', { ...claims, issuedAt: now - 60_000, expireAt: now });
    await expect(isIssued(expired, macOf(expired))).rejects.toMatchObject({ code: 'login.token_expired' });
    const token = issue();
    const mac = macOf(token);
    keys = [{ ...firstKey(), withdrawnAt: now }];
    await expect(isIssued(token, mac)).rejects.toMatchObject({ code: 'login.token_expired' });
  });
});

test.each([
  ['expired', { exp: now / 1000 - 1 }],
  ['for another audience', { aud: 'sealflow-files' }],
  ['with an id that PostgreSQL cannot read', { jti: '\ud800' }],
  ['with a very long id', { jti: 'a'.repeat(65) }],
])('a forged token that is %s is rejected before a query', async (_, change) => {
  const forged = signJws(header(), { ...payload(), ...change }, createKey().signsWith);
  await expect(tokens.read('sealflow', forged)).rejects.toMatchObject({ code: invalid });
});

test('after a hundred forged tokens in ten seconds, further ones cause no queries', async () => {
  const forged = () => signJws(header(), { ...payload(), jti: randomUUID() }, createKey().signsWith);
  let time = now;
  tokens = createTokens({
    keys: { list: () => keys, refresh: async () => {} },
    issuer: () => 'https://sealflow.example',
    clock: () => time,
  });
  for (let n = 0; n < 50; n += 1)
    expect((await tokens.read('sealflow', forged())).isIssued(null)).toBe(false);
  for (let n = 0; n < 50; n += 1)
    expect((await tokens.read('sealflow', forged())).isIssued(undefined)).toBe(false);
  await expect(tokens.read('sealflow', forged())).rejects.toMatchObject({ code: invalid });
  expect(await tokens.read('sealflow', issue())).toMatchObject({ claims: { jti: 'one' } });
  time += 10_000;
  expect(await tokens.read('sealflow', forged())).toMatchObject({ claims: { sub: 'li' } });
});
