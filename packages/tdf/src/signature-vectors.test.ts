import { describe, expect, test } from 'vitest';
import { hex, holds, mistakesIn, type Vector, verdictOf } from '../tests/wycheproof.ts';
import signatures from '../vectors/wycheproof/ecdsa_secp256r1_sha256_p1363_test.json' with { type: 'json' };
import oaep from '../vectors/wycheproof/rsa_oaep_2048_sha1_mgf1sha1_test.json' with { type: 'json' };
import { fromBase64Url, toBase64, toBase64Url, toHex } from './base64.ts';
import { type Bytes, concat, utf8 } from './bytes.ts';
import { importLicenceKey, unwrapDataKey, verifyRequestToken } from './index.ts';
import { signRequest } from './kas/token.ts';
import { importSigningKey } from './keys/token.ts';

interface Signed extends Vector {
  readonly msg: string;
  readonly sig: string;
  readonly point: { readonly x: string; readonly y: string };
}
interface Sealed extends Vector {
  readonly msg: string;
  readonly ct: string;
  readonly label: string;
  readonly pkcs8: string;
}

const { subtle } = crypto;
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' } as const;

const signed: readonly Signed[] = signatures.testGroups.flatMap(({ key: { wx, wy }, tests }) => {
  const coordinate = (digits: string) => toBase64Url(hex(digits.slice(-64).padStart(64, '0')));
  return tests.map((one) => ({ ...one, point: { x: coordinate(wx), y: coordinate(wy) } }));
});
const isSigned = async ({ point, sig, msg }: Signed) =>
  subtle.verify(ECDSA, await importSigningKey(point), hex(sig), hex(msg));

describe('ECDSA P-256 with SHA-256', () => {
  test('the key of a device accepts exactly the valid vectors', async () => {
    expect(signed).toHaveLength(219);
    expect(await mistakesIn(signed, { judge: (one) => holds(() => isSigned(one)) })).toEqual([]);
  });

  test('the vectors expose a verification that always succeeds, or checks another message', async () => {
    expect((await mistakesIn(signed, { judge: () => holds(() => true) })).length).toBe(73);
    const other = (one: Signed) => holds(() => isSigned({ ...one, msg: `${one.msg}00` }));
    expect((await mistakesIn(signed, { judge: other })).length).toBeGreaterThan(100);
  });

  // Values that implementations have accepted as universal signatures, and other encodings of a valid signature.
  test('a key request is rejected with a signature of special numbers or in another encoding', async () => {
    const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const now = Date.now();
    const token = await signRequest({ requests: [] }, pair.privateKey, now);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const read = (text: string) => verifyRequestToken({ token: text, signingKey: pair.publicKey, now });
    await expect(read(token)).resolves.toMatchObject({ alg: 'ES256' });

    const bytes = fromBase64Url(signature);
    const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)];
    const order = hex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
    const prime = hex('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff');
    const [zero, one] = [new Uint8Array(32), hex('1'.padStart(64, '0'))];
    const numbers = { zero, one, order, prime, 'all ones': new Uint8Array(32).fill(255), r, s };
    const forged: [string, Bytes][] = Object.entries(numbers).flatMap(([nameOfR, left]) =>
      Object.entries(numbers).map(([nameOfS, right]): [string, Bytes] => [
        `${nameOfR}, ${nameOfS}`,
        concat([left, right]),
      ]),
    );
    const others: [string, Bytes][] = [
      ['as DER', derOf(r, s)],
      ['with a zero in front of each', concat([new Uint8Array(1), r, new Uint8Array(1), s])],
      ['cut', bytes.subarray(0, 63)],
      ['r alone', r],
      ['nothing', new Uint8Array()],
    ];
    const attempts = [...forged.filter(([name]) => name !== 'r, s'), ...others];
    const texts = attempts.map(([name, made]): [string, string] => [
      name,
      `${header}.${payload}.${toBase64Url(made)}`,
    ]);
    const again = toBase64Url(utf8(JSON.stringify({ alg: 'ES256', typ: 'JWT', crit: ['b64'], b64: false })));
    texts.push(
      ['padded', `${token}=`],
      ['with a space', `${token} `],
      ['with a line', `${header}.${payload}\n.${signature}`],
      ['by another header', `${again}.${payload}.${signature}`],
      ['as JSON', JSON.stringify({ payload, protected: header, signature })],
      ['of four parts', `${token}.${signature}`],
    );
    const passed: string[] = [];
    for (const [name, text] of texts) {
      const outcome = await read(text).then(
        () => 'passed',
        (error: { code?: string }) => error.code,
      );
      if (outcome !== 'kas.request_token_invalid') passed.push(`${name}: ${outcome}`);
    }
    expect(texts.length).toBe(59);
    expect(passed).toEqual([]);
  });

  test('a key that is not on the curve is rejected', async () => {
    const [group] = signed;
    const { x = '', y = '' } = group?.point ?? {};
    const zero = 'A'.repeat(43);
    const points = [
      { x, y },
      { x: zero, y: zero },
      { x, y: zero },
      { x: y, y: x },
      { x: x.slice(2), y },
      { x: `${x}AA`, y },
      { x: '', y: '' },
    ];
    const outcomes = points.map((point) =>
      importSigningKey(point).then(
        () => 'taken',
        () => 'refused',
      ),
    );
    const [first, ...others] = await Promise.all(outcomes);
    expect(first).toBe('taken');
    expect(new Set(others)).toEqual(new Set(['refused']));
  });
});

describe('RSA-OAEP with SHA-1', () => {
  const sealed: readonly Sealed[] = oaep.testGroups.flatMap(({ privateKeyPkcs8: pkcs8, tests }) =>
    tests.map((one) => ({ ...one, pkcs8 })),
  );

  test('WebCrypto accepts exactly the valid vectors', async () => {
    const judge = (one: Sealed) =>
      verdictOf(async () => {
        const key = await importLicenceKey('rsa:2048', hex(one.pkcs8));
        const how = { name: 'RSA-OAEP', label: hex(one.label) };
        return toHex(new Uint8Array(await subtle.decrypt(how, key, hex(one.ct)))) === one.msg;
      });
    expect(sealed).toHaveLength(34);
    expect(await mistakesIn(sealed, { judge })).toEqual([]);
    expect(await mistakesIn(sealed, { judge: () => 'right' })).toHaveLength(17);
  });

  test('a wrapped data key unwraps only 32 bytes without a label, and all failures have one code', async () => {
    const codes = new Set<unknown>();
    const judge = (one: Sealed) =>
      verdictOf(async () => {
        const key = await importLicenceKey('rsa:2048', hex(one.pkcs8));
        try {
          const dataKey = await unwrapDataKey({ type: 'wrapped', wrappedKey: toBase64(hex(one.ct)) }, key);
          return toHex(dataKey) === one.msg;
        } catch (error) {
          codes.add((error as { code?: string }).code);
          throw error;
        }
      });
    const refuses = ({ msg, label }: Sealed) => msg.length !== 64 || label !== '';
    expect(await mistakesIn(sealed, { judge, refuses })).toEqual([]);
    expect([...codes]).toEqual(['tdf.key_unwrap_failed']);
  });
});

function derOf(r: Bytes, s: Bytes): Bytes {
  const whole = (number: Bytes) => {
    const body = (number[0] ?? 0) > 127 ? concat([new Uint8Array(1), number]) : number;
    return concat([new Uint8Array([2, body.length]), body]);
  };
  const parts = concat([whole(r), whole(s)]);
  return concat([new Uint8Array([48, parts.length]), parts]);
}
