import { describe, expect, test } from 'vitest';
import { hex, mistakesIn, type Vector, verdictOf } from '../tests/wycheproof.ts';
import gcm from '../vectors/wycheproof/aes_gcm_test.json' with { type: 'json' };
import { toBase64, toHex } from './base64.ts';
import { type Bytes, concat, randomBytes, utf8 } from './bytes.ts';
import {
  hmac,
  importForOpening,
  importForSealing,
  joinShares,
  newDataKey,
  unwrapForOpening,
} from './data-key.ts';
import { openName, sealMetadata } from './metadata.ts';
import { payloadSource } from './reader/payload.ts';
import { segmentTable } from './reader/segments.ts';
import { bytesSource } from './source.ts';

interface Sealed extends Vector {
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
}

/** Vectors with 256-bit keys, the only length in use. The filter excludes an IV that is too long for Node. */
const vectors: readonly Sealed[] = gcm.testGroups
  .filter(({ keySize, ivSize }) => keySize === 256 && ivSize <= 1024)
  .flatMap(({ tests }) => tests);
const ours = vectors.filter(({ iv, aad }) => iv.length === 24 && aad === '');
const keyOf = (one: Sealed, usage: KeyUsage) =>
  crypto.subtle.importKey('raw', hex(one.key), 'AES-GCM', false, [usage]);

/** Plain WebCrypto AES-GCM. It accepts an IV of any length except zero. */
async function opens(one: Sealed): Promise<boolean> {
  const { subtle } = crypto;
  const how = { name: 'AES-GCM', iv: hex(one.iv), additionalData: hex(one.aad) };
  const plain = await subtle.decrypt(how, await keyOf(one, 'decrypt'), concat([hex(one.ct), hex(one.tag)]));
  const sealed = await subtle.encrypt(how, await keyOf(one, 'encrypt'), hex(one.msg));
  return toHex(new Uint8Array(plain)) === one.msg && toHex(new Uint8Array(sealed)) === `${one.ct}${one.tag}`;
}

/** The vector as the only segment of a document. The manifest lists the tag unchanged. */
function documentOf(one: Sealed): { sealed: Bytes; integrity: Parameters<typeof segmentTable>[0] } {
  const segmentSize = one.ct.length / 2;
  return {
    sealed: concat([hex(one.iv), hex(one.ct), hex(one.tag)]),
    integrity: {
      segmentHashAlg: 'GMAC',
      rootSignature: { alg: 'HS256', sig: '' },
      segmentSizeDefault: segmentSize,
      segments: [{ hash: toBase64(hex(one.tag)), segmentSize }],
    },
  };
}

async function opensAsSegment(one: Sealed): Promise<boolean> {
  const { sealed, integrity } = documentOf(one);
  const source = bytesSource(sealed);
  const segments = segmentTable(integrity);
  const file = { source, segments, payloadOffset: 0, size: segments.size } as Parameters<
    typeof payloadSource
  >[0];
  const bytes = payloadSource(file, await importForOpening(hex(one.key)));
  return toHex(await bytes.read(0, bytes.size)) === one.msg;
}

describe('AES-256-GCM', () => {
  test('WebCrypto accepts exactly the valid vectors', async () => {
    // Short IVs are safe only if they are unique, which is the responsibility of the caller.
    const taken = vectors.filter(({ flags }) => flags.includes('SmallIv')).map(({ tcId }) => tcId);
    expect(vectors).toHaveLength(84);
    expect(await mistakesIn(vectors, { judge: (one) => verdictOf(() => opens(one)), taken })).toEqual([]);
  });

  test('a segment of a document, which has no associated data, accepts exactly the valid vectors', async () => {
    const held = ours.filter(({ msg }) => msg !== '');
    expect(held.map(({ result }) => result)).toEqual(expect.arrayContaining(['valid', 'invalid']));
    expect(await mistakesIn(held, { judge: (one) => verdictOf(() => opensAsSegment(one)) })).toEqual([]);
  });

  test('a wrapped key unwraps to 32 bytes and to no other length', async () => {
    const opens = async (wrapped: Bytes, key: CryptoKey, dataKey: Bytes) => {
      const { verify } = await unwrapForOpening(wrapped, key);
      const mac = await hmac((await importForSealing(dataKey)).sign, utf8('x'));
      return crypto.subtle.verify('HMAC', verify, mac, utf8('x'));
    };
    const judge = (one: Sealed) =>
      verdictOf(async () => {
        const wrapped = concat([hex(one.iv), hex(one.ct), hex(one.tag)]);
        return opens(wrapped, await keyOf(one, 'unwrapKey'), hex(one.msg));
      });
    const isKey = ({ msg }: Sealed) => msg.length === 64;
    expect(ours.some(({ msg }) => msg.length === 32)).toBe(true);
    expect(await mistakesIn(ours, { judge, refuses: (one) => !isKey(one) })).toEqual([]);

    const [iv, dataKey] = [randomBytes(12), newDataKey()];
    const key = await crypto.subtle.importKey('raw', newDataKey(), 'AES-GCM', false, [
      'encrypt',
      'unwrapKey',
    ]);
    const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, dataKey));
    expect(await opens(concat([iv, wrapped]), key, dataKey)).toBe(true);
    for (const length of [0, 16, 31]) {
      expect(() => joinShares([dataKey, dataKey.subarray(0, length)]), `${length}`).toThrow(TypeError);
    }
  });

  test('an encrypted name reports invalid vectors as tampered', async () => {
    const { encrypt } = await importForSealing(newDataKey());
    const own = await sealMetadata({ name: 'x' }, encrypt);
    const textOf = (one: Sealed) => {
      const ciphertext = toBase64(concat([hex(one.iv), hex(one.ct), hex(one.tag)]));
      return toBase64(utf8(JSON.stringify({ ciphertext })));
    };
    // Decrypted bytes that are not a valid name result in null.
    const judge = (one: Sealed) =>
      verdictOf(async () => (await openName(textOf(one), await keyOf(one, 'decrypt'))) === null);
    expect(await mistakesIn(ours, { judge })).toEqual([]);
    const stranger = await crypto.subtle.importKey('raw', newDataKey(), 'AES-GCM', false, ['decrypt']);
    await expect(openName(own, stranger)).rejects.toMatchObject({ code: 'tdf.metadata_tampered' });
  });

  test('the vectors expose a reader that ignores the tag or releases other bytes', async () => {
    const takes = await mistakesIn(ours, { judge: () => 'right' });
    expect(takes).toHaveLength(ours.filter(({ result }) => result === 'invalid').length);
    expect(takes.length).toBeGreaterThan(5);
    const other = await mistakesIn(ours, { judge: () => 'wrong' });
    expect(other).toHaveLength(ours.length);
    expect(await mistakesIn(ours, { judge: () => 'refused' })).not.toEqual([]);
  });
});
