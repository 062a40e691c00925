import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  collect,
  DOCUMENT_ID,
  everythingOf,
  keysOf,
  makeKas,
  sample,
  sampleFacts,
  sealOptions,
  sealSample,
} from '../tests/kit.ts';
import { equalBytes } from './bytes.ts';
import {
  type ByteSource,
  bytesSource,
  inspect,
  openDocument,
  readSealed,
  seal,
  sealedSize,
  streamOf,
} from './index.ts';
import { SEGMENT_BYTES } from './manifest.ts';

const EDGES = [
  0,
  1,
  15,
  SEGMENT_BYTES - 1,
  SEGMENT_BYTES,
  SEGMENT_BYTES + 1,
  3 * SEGMENT_BYTES,
  5 * SEGMENT_BYTES + 77,
];

describe('a sealed file opens again', () => {
  test.each(EDGES)('%i bytes', async (size) => {
    const { plain, ...sealed } = await sealSample(size);
    const { facts, name, attested, content } = await everythingOf(sealed);
    expect(equalBytes(content, plain)).toBe(true);
    expect(name).toBe('合同 2026.pdf');
    expect(attested).toBe(true);
    expect(facts).toEqual(sampleFacts(size));
    expect(await inspect(bytesSource(sealed.file))).toEqual(facts);
  });

  test.each(EDGES)('the size of a sealed file of %i bytes is known in advance', async (size) => {
    const kas = await makeKas();
    const { stream, summary } = seal(sealOptions(kas, sample(size)));
    const file = await collect(stream);
    expect(file.length).toBe(await sealedSize(sealOptions(kas, new Uint8Array()), size));
    expect(await summary).toMatchObject({ size: file.length, plainSize: size, documentId: DOCUMENT_ID });
  });
});

describe('random access', () => {
  test('any range equals the same slice of the content', async () => {
    const size = 6 * SEGMENT_BYTES + 4321;
    const { plain, file, keys } = await sealSample(size);
    const { bytes } = await openDocument({ source: bytesSource(file), keys });
    const near = fc.oneof(
      fc.integer({ min: 0, max: size }),
      fc
        .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -2, max: 2 }))
        .map(([n, d]) => Math.max(0, n * SEGMENT_BYTES + d)),
    );
    await fc.assert(
      fc.asyncProperty(near, near, async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(equalBytes(await bytes.read(from, to - from), plain.subarray(from, to))).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(await bytes.read(size - 5, 100)).toEqual(plain.slice(size - 5));
  });

  test('only the segments of a range are fetched', async () => {
    const { file, keys } = await sealSample(8 * SEGMENT_BYTES);
    const reads: [number, number][] = [];
    const below = bytesSource(file);
    const source = {
      size: below.size,
      read: (offset: number, length: number) => (reads.push([offset, length]), below.read(offset, length)),
    };
    const { bytes } = await openDocument({ source, keys });
    reads.length = 0;
    await bytes.read(4 * SEGMENT_BYTES + 10, 1000);
    expect(reads).toHaveLength(1);
    expect(reads[0]?.[1]).toBe(SEGMENT_BYTES + 28);
    await bytes.read(4 * SEGMENT_BYTES + 2000, 1000);
    expect(reads).toHaveLength(1);
  });

  test('a reader receives its own copy', async () => {
    const { plain, file, keys } = await sealSample(SEGMENT_BYTES + 10);
    const { bytes } = await openDocument({ source: bytesSource(file), keys });
    for (const [offset, length] of [
      [0, SEGMENT_BYTES],
      [5, 100],
      [0, SEGMENT_BYTES + 10],
    ] as const) {
      (await bytes.read(offset, length)).fill(0);
      expect(equalBytes(await bytes.read(offset, length), plain.subarray(offset, offset + length))).toBe(
        true,
      );
    }
  });

  test('ranges outside of the content are rejected', async () => {
    const { file, keys } = await sealSample(10);
    const { bytes } = await openDocument({ source: bytesSource(file), keys });
    for (const [offset, length] of [
      [-1, 1],
      [11, 1],
      [0, -1],
      [0.5, 1],
      [Number.NaN, 1],
      [2 ** 60, 1],
    ] as const) {
      await expect(bytes.read(offset, length)).rejects.toMatchObject({ code: 'source.out_of_range' });
    }
  });

  test('an aborted read ends with the reason of its signal', async () => {
    const { file, keys } = await sealSample(3 * SEGMENT_BYTES);
    const { bytes } = await openDocument({ source: bytesSource(file), keys });
    const before = AbortSignal.abort(new Error('no more'));
    await expect(bytes.read(0, 10, before)).rejects.toThrow('no more');
    const controller = new AbortController();
    const reading = bytes.read(1, 2 * SEGMENT_BYTES, controller.signal);
    controller.abort(new Error('stop'));
    await expect(reading).rejects.toThrow('stop');
    expect((await bytes.read(1, 2 * SEGMENT_BYTES)).length).toBe(2 * SEGMENT_BYTES);
  });
});

describe('streams', () => {
  test('any chunking of the content seals to the same content', async () => {
    const kas = await makeKas();
    const plain = sample(2 * SEGMENT_BYTES + 99);
    async function* chunks(sizes: readonly number[]) {
      for (let at = 0, i = 0; at < plain.length; i += 1) {
        const size = sizes[i % sizes.length] ?? 1;
        yield plain.slice(at, at + size);
        at += size;
      }
    }
    const inputs = [
      chunks([1000]),
      chunks([SEGMENT_BYTES, 1, 77_777]),
      chunks([plain.length]),
      new Blob([plain]).stream() as ReadableStream<Uint8Array>,
      bytesSource(plain),
    ];
    for (const content of inputs) {
      const file = await collect(seal(sealOptions(kas, content)).stream);
      const { content: opened } = await everythingOf({ file, keys: await keysOf(file, kas) });
      expect(equalBytes(opened, plain)).toBe(true);
    }
  });

  test('sealing buffers a few segments only, however long the content', async () => {
    const kas = await makeKas();
    let asked = 0;
    let handedOut = 0;
    let most = 0;
    async function* content() {
      for (; asked < 40; asked += 1) {
        most = Math.max(most, asked - handedOut);
        yield new Uint8Array(SEGMENT_BYTES);
      }
    }
    for await (const chunk of seal(sealOptions(kas, content())).stream)
      if (chunk.length > SEGMENT_BYTES) handedOut += 1;
    expect(asked).toBe(40);
    expect(most).toBeLessThanOrEqual(10);
  });

  test('sealing ends with the reason of its signal, and closes the stream of its content', async () => {
    const kas = await makeKas();
    const stopping = new AbortController();
    let isCancelled = false;
    const content = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(SEGMENT_BYTES)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const sealing = (async () => {
      for await (const chunk of seal({ ...sealOptions(kas, content), signal: stopping.signal }).stream)
        if (chunk.length > SEGMENT_BYTES) stopping.abort(new Error('closed'));
    })();
    await expect(sealing).rejects.toThrow('closed');
    expect(isCancelled).toBe(true);
  });

  test('content that differs from its declared length is rejected', async () => {
    const kas = await makeKas();
    const { stream } = seal({
      ...sealOptions(
        kas,
        (async function* () {
          yield sample(10);
        })(),
      ),
      size: 11,
    });
    await expect(collect(stream)).rejects.toMatchObject({ code: 'tdf.size_mismatch' });
  });

  test('reading from front to back stays a few segments ahead', async () => {
    const { file, keys } = await sealSample(40 * SEGMENT_BYTES);
    const below = bytesSource(file);
    let most = 0;
    const source: ByteSource = {
      size: file.length,
      read(offset, length, signal) {
        most = Math.max(most, offset + length);
        return below.read(offset, length, signal);
      },
    };
    const sealed = await readSealed(source);
    const { bytes } = await openDocument({ source: sealed!, keys });
    most = 0;
    let given = 0;
    for await (const block of streamOf(bytes)) {
      given += block.length;
      expect(most).toBeLessThan(given + 17 * (SEGMENT_BYTES + 28));
    }
    expect(given).toBe(40 * SEGMENT_BYTES);
  });

  test('reading from front to back gives the content in order', async () => {
    const { plain, file, keys } = await sealSample(4 * SEGMENT_BYTES + 5);
    const { bytes } = await openDocument({ source: bytesSource(file), keys });
    expect(equalBytes(await collect(streamOf(bytes)), plain)).toBe(true);
    expect(await collect(streamOf(bytes, { offset: 7, length: 300_000 }))).toEqual(plain.slice(7, 300_007));
  });
});
