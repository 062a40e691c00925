import { describe, expect, test } from 'vitest';
import { type Bytes, concat, equalBytes, throwIfAborted, unlessAborted } from './bytes.ts';
import { cachedSource } from './cache.ts';
import { type ByteSource, blobSource, bytesSource, endOfRead, peekExactly } from './source.ts';
import { readableOf, streamOf } from './stream.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
const code = (value: string) => expect.objectContaining({ code: value });

/** A source that records reads. */
function watched(source: ByteSource): { source: ByteSource; reads: string[] } {
  const reads: string[] = [];
  const read: ByteSource['read'] = (offset, length, signal) => {
    reads.push(`${offset}+${length}`);
    return source.read(offset, length, signal);
  };
  return { source: { size: source.size, read }, reads };
}

async function all(chunks: AsyncIterable<Bytes>): Promise<Bytes[]> {
  const list: Bytes[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return list;
}

describe('a read', () => {
  test('ends where the source ends', () => {
    expect([endOfRead(10, 0, 4), endOfRead(10, 8, 4), endOfRead(10, 10, 4), endOfRead(10, 10, 0)]).toEqual([
      4, 10, 10, 10,
    ]);
  });

  test.each([
    [11, 0],
    [-1, 1],
    [0, -1],
    [0.5, 1],
    [0, 1.5],
    [Number.NaN, 1],
    [0, Infinity],
  ])('at %d of %d bytes is out of range', (offset, length) => {
    expect(() => endOfRead(10, offset, length)).toThrow(code('source.out_of_range'));
  });

  test.each([
    ['bytes', () => bytesSource(bytes)],
    ['a blob', () => blobSource(new Blob([bytes]))],
    ['a cache', () => cachedSource(bytesSource(bytes), { blockSize: 7, maxBlocks: 2 })],
  ])('of %s returns the range as its own copy', async (_, make) => {
    const source = make();
    expect(source.size).toBe(100);
    expect(await source.read(13, 20)).toEqual(bytes.slice(13, 33));
    expect(await source.read(95, 20)).toEqual(bytes.slice(95));
    expect(await source.read(100, 1)).toHaveLength(0);
    (await source.read(0, 10)).fill(255);
    expect(await source.read(0, 10)).toEqual(bytes.slice(0, 10));
    await expect(source.read(101, 1)).rejects.toEqual(code('source.out_of_range'));
    await expect(source.read(0, 1, AbortSignal.abort('given up'))).rejects.toBe('given up');
  });

  test('of an exact length accepts no fewer bytes', async () => {
    expect(await peekExactly(bytesSource(bytes), 90, 10)).toEqual(bytes.slice(90));
    await expect(peekExactly(bytesSource(bytes), 91, 10)).rejects.toEqual(code('tdf.truncated'));
    const short: ByteSource = { size: 100, read: async () => new Uint8Array(3) };
    await expect(peekExactly(short, 0, 4)).rejects.toEqual(code('tdf.truncated'));
  });
});

describe('a cache', () => {
  test('reads the blocks of a range, the last one only as far as the source goes', async () => {
    const { source, reads } = watched(bytesSource(bytes));
    const cache = cachedSource(source, { blockSize: 30, maxBlocks: 2 });
    expect(cache.blockSize).toBe(30);
    await cache.read(29, 2);
    expect(reads).toEqual(['0+30', '30+30']);
    await cache.read(95, 5);
    expect(reads.at(-1)).toBe('90+10');
    await cache.read(59, 1);
    expect(reads).toHaveLength(3);
    await cache.read(0, 1);
    expect(reads).toHaveLength(4);
  });

  test('keeps 64 blocks of 64 KiB by default', async () => {
    const { source, reads } = watched(bytesSource(new Uint8Array(66 * 65_536)));
    const cache = cachedSource(source);
    expect(cache.blockSize).toBe(65_536);
    await cache.read(0, 64 * 65_536);
    await cache.read(0, 1);
    expect(reads).toHaveLength(64);
    await cache.read(64 * 65_536, 1);
    await cache.read(0, 1);
    expect(reads).toHaveLength(65);
    await cache.read(65_536, 1);
    expect(reads).toHaveLength(66);
  });
});

describe('a stream', () => {
  test('starts and ends at the given offsets, in whole blocks between', async () => {
    const { source, reads } = watched(bytesSource(bytes));
    const chunks = await all(streamOf({ ...source, blockSize: 30 }, { offset: 10, length: 60 }));
    expect(reads).toEqual(['10+20', '30+30', '60+10']);
    expect(concat(chunks)).toEqual(bytes.slice(10, 70));
    expect(concat(await all(streamOf(source, { offset: 90, length: 60 })))).toEqual(bytes.slice(90));
    expect(await all(streamOf(source, { offset: 100 }))).toEqual([]);
  });

  test('frees a block when the next one is requested, if it may', async () => {
    const large = { ...bytesSource(new Uint8Array(30_000)), blockSize: 10_000 };
    for (const [releaseBlocks, lengths] of [
      [true, [0, 0, 0]],
      [false, [10_000, 10_000, 10_000]],
    ] as const) {
      const blocks = await all(streamOf(large, { releaseBlocks }));
      expect(blocks.map(({ length }) => length)).toEqual(lengths);
    }
  });

  test('reads the given number of blocks ahead, and at least 2', async () => {
    const { source, reads } = watched(bytesSource(bytes));
    const stream = streamOf({ ...source, blockSize: 10 }, { blocksAhead: 3 });
    await stream.next();
    expect(reads).toHaveLength(3);
    await stream.next();
    expect(reads).toHaveLength(4);
    const large = watched(bytesSource(new Uint8Array(20_000_000)));
    await streamOf({ ...large.source, blockSize: 4_000_000 }).next();
    expect(large.reads).toHaveLength(2);
    const usual = watched(bytesSource(new Uint8Array(20_000_000)));
    await streamOf(usual.source).next();
    expect(usual.reads).toHaveLength(16);
    expect(usual.reads[0]).toBe(`0+${256 * 1024}`);
  });

  test('ends with the reason of its signal', async () => {
    const ending = new AbortController();
    const stream = streamOf({ ...bytesSource(bytes), blockSize: 10 }, { signal: ending.signal });
    await stream.next();
    ending.abort('given up');
    await expect(stream.next()).rejects.toBe('given up');
  });

  test('as a ReadableStream is read on demand, and ends on cancellation', async () => {
    const { source, reads } = watched(bytesSource(bytes));
    const stream = readableOf(streamOf({ ...source, blockSize: 10 }, { blocksAhead: 1 }));
    expect(reads).toEqual([]);
    const reader = stream.getReader();
    expect((await reader.read()).value).toEqual(bytes.slice(0, 10));
    await reader.cancel();
    expect(reads).toHaveLength(1);
    const whole = new Response(readableOf(streamOf({ ...source, blockSize: 10 })));
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  });
});

describe('waiting', () => {
  test('ends by the signal, before the work or during it', async () => {
    const never = new Promise<never>(() => {});
    await expect(unlessAborted(never, AbortSignal.abort('before'))).rejects.toBe('before');
    const ending = new AbortController();
    const waiting = unlessAborted(never, ending.signal);
    ending.abort('during');
    await expect(waiting).rejects.toBe('during');
  });

  test('returns the result of the work without an abort', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(unlessAborted(Promise.reject(new TypeError('no')), signal)).rejects.toThrow('no');
    expect(() => throwIfAborted(signal)).not.toThrow();
    expect(() => throwIfAborted(undefined)).not.toThrow();
  });

  test('has a reason even if the engine provides none', () => {
    const old = { aborted: true } as AbortSignal;
    expect(() => throwIfAborted(old)).toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

test('bytes are equal in all places or in none', () => {
  expect(equalBytes(bytes, bytes.slice())).toBe(true);
  expect(equalBytes(bytes, bytes.slice(1))).toBe(false);
  expect(equalBytes(bytes, bytes.slice(0, 99))).toBe(false);
  for (const at of [0, 50, 99]) expect(equalBytes(bytes, bytes.with(at, 200))).toBe(false);
});
