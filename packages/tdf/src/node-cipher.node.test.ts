import { createDecipheriv } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { collect, everythingOf, keysOf, makeKas, sample, sealOptions } from '../tests/kit.ts';
import { concat, equalBytes, randomBytes } from './bytes.ts';
import { bytesSource, readSealed, unwrapDataKey } from './index.ts';
import { IV_BYTES, SEGMENT_BYTES } from './manifest.ts';
import { nodeCipher, nodeDecipher } from './node-cipher.ts';
import { seal } from './writer/seal.ts';

test('a segment has the bytes of WebCrypto', async () => {
  const [dataKey, iv, plain] = [randomBytes(32), randomBytes(12), sample(SEGMENT_BYTES)];
  const { parts, tag } = await nodeCipher(dataKey).encrypt(iv, plain);
  const key = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt']);
  const expected = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  expect(equalBytes(concat(parts), expected)).toBe(true);
  expect(tag).toEqual(expected.slice(-16));
});

test('the cipher uses the data key that it was created with, although that is wiped afterwards', async () => {
  const [dataKey, iv] = [randomBytes(32), randomBytes(12)];
  const decipher = createDecipheriv('aes-256-gcm', dataKey.slice(), iv);
  const cipher = nodeCipher(dataKey);
  dataKey.fill(0);
  const { parts, tag } = await cipher.encrypt(iv, sample(100));
  decipher.setAuthTag(tag);
  const [ciphertext] = parts;
  expect(Buffer.concat([decipher.update(ciphertext as Uint8Array), decipher.final()])).toEqual(
    Buffer.from(sample(100)),
  );
});

test.each([0, 1, SEGMENT_BYTES, 20 * SEGMENT_BYTES + 77])('%i bytes open again', async (size) => {
  const [kas, plain] = [await makeKas(), sample(size)];
  const file = await collect(seal({ ...sealOptions(kas, plain), cipher: nodeCipher }).stream);
  const { content, attested } = await everythingOf({ file, keys: await keysOf(file, kas) });
  expect(attested).toBe(true);
  expect(equalBytes(content, plain)).toBe(true);
});

describe('a document opened with the data key', () => {
  async function sealedWithDataKey(size: number) {
    const kas = await makeKas();
    const plain = sample(size);
    const file = await collect(seal(sealOptions(kas, plain)).stream);
    const sealed = await readSealed(bytesSource(file));
    const [entry] = sealed?.manifest.encryptionInformation.keyAccess ?? [];
    const [key] = kas.keys.values();
    if (!sealed || !entry || !key) throw new Error('not sealed');
    const dataKey = await unwrapDataKey(entry, key.privateKey);
    const keys = { ...(await keysOf(file, kas)), decipher: nodeDecipher(dataKey) };
    return { plain, file, keys, payloadOffset: sealed.payloadOffset };
  }

  test('has its content', async () => {
    const { plain, ...sealed } = await sealedWithDataKey(9 * SEGMENT_BYTES + 77);
    expect(equalBytes((await everythingOf(sealed)).content, plain)).toBe(true);
  });

  test.each([
    ['IV', 3],
    ['ciphertext', 1000],
  ])('is refused with a changed %s', async (_, at) => {
    const { file, keys, payloadOffset } = await sealedWithDataKey(SEGMENT_BYTES);
    const changed = file.slice();
    changed[payloadOffset + at] = (changed[payloadOffset + at] ?? 0) ^ 1;
    await expect(everythingOf({ file: changed, keys })).rejects.toMatchObject({
      code: 'tdf.segment_tampered',
    });
  });

  test('is refused with another data key', async () => {
    const { file, keys } = await sealedWithDataKey(SEGMENT_BYTES);
    const decipher = nodeDecipher(randomBytes(32));
    await expect(everythingOf({ file, keys: { ...keys, decipher } })).rejects.toMatchObject({
      code: 'tdf.segment_tampered',
    });
  });
});

test('other work of the process continues while content in memory is sealed', async () => {
  const kas = await makeKas();
  const { stream } = seal({ ...sealOptions(kas, sample(64 * SEGMENT_BYTES)), cipher: nodeCipher });
  let turns = 0;
  const sealed = new AbortController();
  const otherWork = async () => {
    for (; !sealed.signal.aborted; turns += 1) await setImmediate();
  };
  const other = otherWork();
  const turnsOfSegments = new Set<number>();
  for await (const chunk of stream) if (chunk.length === IV_BYTES) turnsOfSegments.add(turns);
  sealed.abort();
  await other;
  expect(turnsOfSegments.size).toBeGreaterThanOrEqual(8);
});
