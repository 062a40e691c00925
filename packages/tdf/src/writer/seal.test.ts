import { describe, expect, test } from 'vitest';
import { collect, everythingOf, keysOf, makeKas, sample, sealOptions } from '../../tests/kit.ts';
import { type Bytes, concat, equalBytes } from '../bytes.ts';
import { SEGMENT_BYTES } from '../manifest.ts';
import { bytesSource } from '../source.ts';
import { seal } from './seal.ts';

describe('a chunk that is released', () => {
  test('is empty after the next one was requested, and was complete before', async () => {
    const [kas, plain] = [await makeKas(), sample(5 * SEGMENT_BYTES + 77)];
    const chunks: Bytes[] = [];
    const copies: Bytes[] = [];
    for await (const chunk of seal({ ...sealOptions(kas, plain), releaseChunks: true }).stream) {
      chunks.push(chunk);
      copies.push(chunk.slice());
    }
    const segments = copies.map(({ length }) => length).filter((length) => length > SEGMENT_BYTES);
    expect(segments).toHaveLength(5);
    expect(chunks.filter(({ length }) => length > SEGMENT_BYTES)).toEqual([]);
    const file = concat(copies);
    const { content } = await everythingOf({ file, keys: await keysOf(file, kas) });
    expect(equalBytes(content, plain)).toBe(true);
  });

  test('leaves content of a source complete, whatever its block size', async () => {
    const [kas, plain] = [await makeKas(), sample(3 * SEGMENT_BYTES + 77)];
    const source = { ...bytesSource(plain), blockSize: 100_000 };
    const copies: Bytes[] = [];
    for await (const chunk of seal({ ...sealOptions(kas, source), releaseChunks: true }).stream)
      copies.push(chunk.slice());
    const file = concat(copies);
    const { content } = await everythingOf({ file, keys: await keysOf(file, kas) });
    expect(equalBytes(content, plain)).toBe(true);
  });

  test('belongs to the consumer by default', async () => {
    const chunks: Bytes[] = [];
    for await (const chunk of seal(sealOptions(await makeKas(), sample(2 * SEGMENT_BYTES))).stream)
      chunks.push(chunk);
    expect(chunks.filter(({ length }) => length > SEGMENT_BYTES)).toHaveLength(2);
  });
});

test('a public key that is not P-256 is an error before any content is read', async () => {
  const { kas, ...options } = sealOptions(await makeKas(), sample(1));
  const content = (async function* (): AsyncGenerator<Bytes> {
    yield await Promise.reject(new Error('content was read'));
  })();
  const { stream } = seal({ ...options, content, kas: { ...kas, publicKeyPem: 'none' } });
  await expect(collect(stream)).rejects.toMatchObject({ code: 'tdf.manifest_invalid' });
});

test('no two of a thousand segments have the same IV', async () => {
  const content = (async function* (): AsyncGenerator<Bytes> {
    for (let count = 0; count < 1000; count += 1) yield new Uint8Array(SEGMENT_BYTES);
  })();
  const { stream } = seal({ ...sealOptions(await makeKas(), content), releaseChunks: true });
  const ivs = new Set<string>();
  for await (const chunk of stream) if (chunk.length === 12) ivs.add(chunk.join());
  expect(ivs.size).toBe(1000);
});
