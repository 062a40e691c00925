import { describe, expect, test } from 'vitest';
import { longSha256Examples } from '../tests/sha256-examples.ts';
import { hex, holds, mistakesIn, type Vector, verdictOf } from '../tests/wycheproof.ts';
import hkdfs from '../vectors/wycheproof/hkdf_sha256_test.json' with { type: 'json' };
import macs from '../vectors/wycheproof/hmac_sha256_test.json' with { type: 'json' };
import { sha256 } from './assertion.ts';
import { fromHex, toBase64, toBase64Url, toHex } from './base64.ts';
import { isPolicyBound } from './binding.ts';
import { textOf, utf8 } from './bytes.ts';
import { hmac, importForOpening, importForSealing } from './data-key.ts';
import { parseRequestToken } from './index.ts';

interface Mac extends Vector {
  readonly key: string;
  readonly msg: string;
  readonly tag: string;
}
interface Hkdf extends Vector {
  readonly ikm: string;
  readonly salt: string;
  readonly info: string;
  readonly size: number;
  readonly okm: string;
}

const { subtle } = crypto;
const all = macs.testGroups.flatMap(({ tests }): readonly Mac[] => tests);
const whole = macs.testGroups
  .filter(({ keySize, tagSize }) => keySize === 256 && tagSize === 256)
  .flatMap(({ tests }): readonly Mac[] => tests);

const textIn = (digits: string): string | undefined => {
  try {
    return textOf(hex(digits));
  } catch {
    return undefined;
  }
};

describe('HMAC-SHA-256', () => {
  test('WebCrypto agrees with all vectors, with full and truncated tags', async () => {
    const judge = (one: Mac) =>
      holds(async () => {
        const how = { name: 'HMAC', hash: 'SHA-256' };
        const key = await subtle.importKey('raw', hex(one.key), how, false, ['sign']);
        return toHex(await hmac(key, hex(one.msg))).slice(0, one.tag.length) === one.tag;
      });
    expect(all).toHaveLength(174);
    expect(await mistakesIn(all, { judge })).toEqual([]);
  });

  test('the signing and verifying forms of a data key accept exactly the valid vectors', async () => {
    const judge = (one: Mac) =>
      holds(async () => {
        const { sign } = await importForSealing(hex(one.key));
        const { verify } = await importForOpening(hex(one.key));
        const isSame = toHex(await hmac(sign, hex(one.msg))) === one.tag;
        return (await subtle.verify('HMAC', verify, hex(one.tag), hex(one.msg))) && isSame;
      });
    expect(await mistakesIn(whole, { judge })).toEqual([]);
  });

  test('a policy binding is accepted raw and as hex digits, and never with a truncated tag', async () => {
    const texts = all.filter((one) => one.key.length === 64 && textIn(one.msg) !== undefined);
    const refuses = ({ tag }: Mac) => tag.length !== 64;
    for (const form of [hex, (tag: string) => utf8(tag)]) {
      const judge = (one: Mac) =>
        holds(async () => {
          const { verify } = await importForOpening(hex(one.key));
          return isPolicyBound(verify, textIn(one.msg) ?? '', { hash: toBase64(form(one.tag)) });
        });
      expect(await mistakesIn(texts, { judge, refuses })).toEqual([]);
    }
    expect(new Set(texts.map(({ result }) => result))).toEqual(new Set(['valid', 'invalid']));
  });

  test('the vectors expose a verification that always succeeds, or compares half of a tag', async () => {
    expect(await mistakesIn(whole, { judge: () => 'right' })).toHaveLength(54);
    const half = (one: Mac) =>
      holds(async () => {
        const { sign } = await importForSealing(hex(one.key));
        return toHex(await hmac(sign, hex(one.msg))).slice(0, 32) === one.tag.slice(0, 32);
      });
    expect(await mistakesIn(whole, { judge: half })).not.toEqual([]);
  });
});

test('HKDF-SHA-256 derives the valid vectors and refuses excessive lengths', async () => {
  const vectors = hkdfs.testGroups.flatMap(({ tests }): readonly Hkdf[] => tests);
  const derive = ({ ikm, salt, info, size }: Hkdf, hash = 'SHA-256') =>
    subtle
      .importKey('raw', hex(ikm), 'HKDF', false, ['deriveBits'])
      .then((key) =>
        subtle.deriveBits({ name: 'HKDF', hash, salt: hex(salt), info: hex(info) }, key, size * 8),
      );
  const judge = (one: Hkdf, hash?: string) =>
    verdictOf(async () => toHex(new Uint8Array(await derive(one, hash))) === one.okm);
  expect(vectors).toHaveLength(105);
  expect(await mistakesIn(vectors, { judge: (one) => judge(one) })).toEqual([]);
  expect(await mistakesIn(vectors, { judge: (one) => judge(one, 'SHA-512') })).not.toEqual([]);
});

test.each<[string, string, string]>([
  ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['three letters', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ...longSha256Examples,
])('SHA-256 of the examples of FIPS 180-4: %s', async (_, text, digest) => {
  expect(toHex(await sha256(utf8(text)))).toBe(digest);
});

test('base64 follows RFC 4648 in both directions', () => {
  const examples = {
    '': '',
    f: 'Zg==',
    fo: 'Zm8=',
    foo: 'Zm9v',
    foob: 'Zm9vYg==',
    fooba: 'Zm9vYmE=',
    foobar: 'Zm9vYmFy',
  };
  for (const [text, form] of Object.entries(examples)) {
    expect(toBase64(utf8(text))).toBe(form);
    expect(toBase64Url(utf8(text))).toBe(form.replaceAll('=', ''));
  }
  expect(toBase64Url(new Uint8Array([0xfb, 0xff]))).toBe('-_8');
  expect(fromHex('0g')).toBeUndefined();
  expect(() => parseRequestToken('e30.e30.')).toThrow(
    expect.objectContaining({ code: 'kas.request_token_invalid' }),
  );
});
