import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A genuine token and what an attacker knows about its signer. */
export interface Target {
  readonly token: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  readonly publicKey: KeyObject;
}

export type Header = Readonly<Record<string, unknown>>;

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signs any header and payload as a compact JWS (RFC 7515). */
export function compact(header: Header, payload: unknown, key: KeyObject): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const isEd25519 = key.asymmetricKeyType === 'ed25519';
  const signature = isEd25519
    ? sign(null, Buffer.from(input), key)
    : sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

/**
 * Forgeries of a genuine token without its key: the attacks of RFC 8725 and later attacks on libraries. None of them
 * has a signature of the genuine signer.
 */
export function forgeriesOf({ token, algorithm, publicKey }: Target): Record<string, string> {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Header;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Header;
  const bytes = Buffer.from(signature, 'base64url');
  const other =
    algorithm === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const attacker = other.privateKey;
  const jwk = other.publicKey.export({ format: 'jwk' });
  const spki = (format: 'pem' | 'der') =>
    publicKey.export({ format, type: 'spki' } as { format: 'pem'; type: 'spki' });
  const publicJwk = publicKey.export({ format: 'jwk' });
  const secrets: Record<string, string | Buffer> = {
    PEM: spki('pem'),
    'trimmed PEM': String(spki('pem')).trim(),
    DER: spki('der'),
    JWK: JSON.stringify(publicJwk),
    x: Buffer.from(publicJwk.x ?? '', 'base64url'),
    nothing: '',
  };
  const reheaded = (change: Header) => `${encode({ ...header, ...change })}.${payload}`;
  const named = <T>(entries: Record<string, T>, make: (value: T) => string) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, make(value)]));
  const as = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

  const none = as(['none', 'None', 'NONE', 'nOnE', 'none ', '']);
  const algorithms = as(
    [
      'HS256',
      'RS256',
      'PS256',
      'ES256K',
      'ES384',
      'ES512',
      'Ed448',
      'eddsa',
      'es256',
      'ES256',
      'EdDSA',
    ].filter((name) => name !== algorithm),
  );
  const ids = {
    path: '../../../../dev/null',
    SQL: "' union select 'x' --",
    NUL: 'a\u0000b',
    nothing: '',
    prototype: '__proto__',
    number: 1,
    list: [header['kid']],
    object: { toString: 'x' },
    null: null,
    long: 'x'.repeat(2000),
  };
  return {
    ...prefixed(
      'alg, unsigned',
      named(none, (alg) => `${reheaded({ alg })}.`),
    ),
    ...prefixed(
      'alg, signature kept',
      named(none, (alg) => `${reheaded({ alg })}.${signature}`),
    ),
    ...prefixed(
      'alg, two parts',
      named(none, (alg) => reheaded({ alg })),
    ),
    ...prefixed(
      'alg, the other one',
      named(algorithms, (alg) => `${reheaded({ alg })}.${signature}`),
    ),
    ...prefixed(
      'HMAC by the public key',
      named(secrets, (secret) => {
        const input = reheaded({ alg: 'HS256' });
        return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      }),
    ),
    ...prefixed(
      'kid, of an attacker',
      named(ids as Record<string, unknown>, (kid) => compact({ ...header, kid }, claims, attacker)),
    ),
    ...prefixed(
      'kid, signature kept',
      named(ids as Record<string, unknown>, (kid) => `${reheaded({ kid })}.${signature}`),
    ),
    'another key, same kid': compact(header, claims, attacker),
    'a key of its own, jku': compact({ ...header, jku: 'http://127.0.0.1:1/jwks.json' }, claims, attacker),
    'a key of its own, x5u': compact({ ...header, x5u: 'http://127.0.0.1:1/cert.pem' }, claims, attacker),
    'a key of its own, x5c': compact({ ...header, x5c: ['MIIB'] }, claims, attacker),
    'a key of its own, kid of the jwk': compact(
      { ...header, kid: 'mine', jwk: { ...jwk, kid: 'mine' } },
      claims,
      attacker,
    ),
    'no signature': `${head}.${payload}.`,
    'no signature, no dot': `${head}.${payload}`,
    'no payload': `${head}..${signature}`,
    'no header': `.${payload}.${signature}`,
    'a signature cut by a byte': `${head}.${payload}.${bytes.subarray(0, -1).toString('base64url')}`,
    'a signature of one byte more': `${head}.${payload}.${Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')}`,
    'a signature of zeros': `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'a signature of the order': `${head}.${payload}.${Buffer.alloc(64, 0xff).toString('base64url')}`,
    // The neutral point and a zero scalar: valid only for keys of low order.
    'a signature of the neutral point': `${head}.${payload}.${Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64url')}`,
    'a signature with its scalar beyond the order': `${head}.${payload}.${beyondOrder(bytes, algorithm).toString('base64url')}`,
    'a signature twice': `${head}.${payload}.${signature}${signature}`,
    'a signature with a bit more': `${head}.${payload}.${Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))).toString('base64url')}`,
    'a signature with padding': `${head}.${payload}.${signature}==`,
    'a signature of other letters': `${head}.${payload}.${nonCanonical(signature)}`,
    'a header with padding': `${head}=.${payload}.${signature}`,
    'a payload with padding': `${head}.${payload}=.${signature}`,
    'other claims': `${head}.${encode({ ...claims, sub: 'somebody', admin: true })}.${signature}`,
    'claims twice': `${head}.${encode(`{"sub":"somebody",${JSON.stringify(claims).slice(1)}`)}.${signature}`,
    'a part more': `${token}.${signature}`,
    'a dot more': `${token}.`,
    'five parts, as JWE': `${encode({ alg: 'dir', enc: 'A256GCM' })}..${encode('123456789012')}.${payload}.${signature}`,
    'no JSON': `${encode('x')}.${encode('y')}.${signature}`,
    'a header that is a list': `${encode([])}.${payload}.${signature}`,
    'a header that is null': `${encode('null')}.${payload}.${signature}`,
    'JSON serialisation': encode({ payload, protected: head, signature }),
    'dots alone': '..',
    'a space in front': ` ${token}`,
    'a space behind': `${token} `,
    'a tab between': `${head}.\t${payload}.${signature}`,
    'a space in the header': `${head.slice(0, 8)} ${head.slice(8)}.${payload}.${signature}`,
    'a percent-encoded dot': `${head}%2e${payload}%2e${signature}`,
    'the letters of plain base64': `${head}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+/`,
    'a header that says alg twice': `${encode(`{"alg":"none",${JSON.stringify(header).slice(1)}`)}.${payload}.${signature}`,
    'a header that says alg twice, none last': `${encode(`${JSON.stringify(header).slice(0, -1)},"alg":"none"}`)}.${payload}.`,
    'a header that spells alg by escapes': `${encode(JSON.stringify({ ...header, alg: 'none' }).replace('"alg"', '"\\u0061lg"'))}.${payload}.`,
    'a header behind a byte order mark': `${encode(`\ufeff${JSON.stringify(header)}`)}.${payload}.${signature}`,
    'a header and more': `${encode(`${JSON.stringify(header)}{}`)}.${payload}.${signature}`,
    'a prototype in the header': `${encode(`{"__proto__":{"alg":"none"},${JSON.stringify(header).slice(1)}`)}.${payload}.${signature}`,
    ...prefixed(
      'a signature of',
      named(specialNumbers(algorithm, bytes), (made) => `${head}.${payload}.${made.toString('base64url')}`),
    ),
    'very long': `${head}.${'A'.repeat(3500)}.${signature}`,
  };
}

/** Tokens with a valid signature but invalid claims. */
export function invalidClaims(
  { header, claims }: { header: Header; claims: Header },
  key: KeyObject,
): Record<string, string> {
  const stated = (change: Header) => compact(header, { ...claims, ...change }, key);
  const without = (name: string) => compact(header, { ...claims, [name]: undefined }, key);
  const headed = (change: Header) => compact({ ...header, ...change }, claims, key);
  return {
    'an end that is text': stated({ exp: 'x' }),
    'an end that is a number as text': stated({ exp: '99999999999' }),
    'an end that is null': stated({ exp: null }),
    'an end that is a list': stated({ exp: [99_999_999_999] }),
    'an end that is true': stated({ exp: true }),
    'an end long ago': stated({ exp: 1 }),
    'an end before all time': stated({ exp: -1e15 }),
    'an end that never comes': compact(
      header,
      `${JSON.stringify({ ...claims, exp: undefined }).slice(0, -1)},"exp":1e999}`,
      key,
    ),
    'an end that is an object': stated({ exp: { valueOf: 99_999_999_999 } }),
    'not good yet, as text': stated({ nbf: 'x' }),
    'no end': without('exp'),
    'for somebody else': stated({ aud: 'https://elsewhere.example' }),
    'for nobody': without('aud'),
    'of nobody': without('sub'),
    'without an id': without('jti'),
    'an id that is an object': stated({ jti: { $ne: '' } }),
    'an id with a NUL': stated({ jti: 'a\u0000b' }),
    'a subject that is a list': stated({ sub: ['somebody'] }),
    'not good yet': stated({ nbf: 99_999_999_999 }),
    'claims that are a list': compact(header, [claims], key),
    'claims that are null': compact(header, 'null', key),
    'an extension that is critical': headed({ crit: ['x'], x: 1 }),
    'a payload that is not encoded': headed({ b64: false, crit: ['b64'] }),
    'extensions that are none': headed({ crit: [] }),
  };
}

function prefixed(prefix: string, entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, token]) => [`${prefix}: ${name}`, token]));
}

/** Universal signatures that implementations have accepted: boundary scalars, points of low order, DER encoding. */
function specialNumbers(algorithm: Target['algorithm'], bytes: Buffer): Record<string, Buffer> {
  const [left, right] = [bytes.subarray(0, 32), bytes.subarray(32)];
  const number = (value: bigint) => {
    const made = Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
    if (algorithm === 'EdDSA') made.reverse();
    return made;
  };
  const order = orders[algorithm];
  const edges = {
    zero: number(0n),
    one: number(1n),
    order: number(order),
    'order less one': number(order - 1n),
  };
  const halves = Object.entries({ ...edges, 'its own r': left, 'its own s': right });
  const pairs = halves
    .flatMap(([first, r]) => halves.map(([second, s]) => [`${first} and ${second}`, r, s] as const))
    .filter(([, r, s]) => r !== left || s !== right)
    .map(([name, r, s]): [string, Buffer] => [name, Buffer.concat([r, s])]);
  const lowOrder = [
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000080',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  ].map((point, index): [string, Buffer] => [
    `a point of low order, ${index}`,
    Buffer.concat([Buffer.from(point, 'hex'), Buffer.alloc(32)]),
  ]);
  const whole = (part: Buffer) => Buffer.concat([Buffer.from([2, 33, 0]), part]);
  const der = Buffer.concat([Buffer.from([48, 70]), whole(left), whole(right)]);
  return Object.fromEntries([...pairs, ...lowOrder, ['its numbers as DER', der]]);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A non-canonical base64url encoding of the same bytes: unused bits are set. */
function nonCanonical(signature: string): string {
  const last = alphabet.indexOf(signature.at(-1) ?? 'A');
  return signature.slice(0, -1) + alphabet[last ^ 1];
}

const orders = {
  EdDSA: 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n,
  ES256: 0xff_ff_ff_ff_00_00_00_00_ff_ff_ff_ff_ff_ff_ff_ff_bc_e6_fa_ad_a7_17_9e_84_f3_b9_ca_c2_fc_63_25_51n,
};

/** The scalar plus the order of the group. A verifier without a range check accepts it. */
function beyondOrder(signature: Buffer, algorithm: 'EdDSA' | 'ES256'): Buffer {
  const half = Buffer.from(signature.subarray(32));
  const isLittle = algorithm === 'EdDSA';
  if (isLittle) half.reverse();
  const sum = (BigInt(`0x${half.toString('hex')}`) + orders[algorithm]) % 2n ** 256n;
  const changed = Buffer.from(sum.toString(16).padStart(64, '0'), 'hex');
  if (isLittle) changed.reverse();
  return Buffer.concat([signature.subarray(0, 32), changed]);
}
