import { describe, expect, test } from 'vitest';
import { everythingOf, sample, sealSample } from '../tests/kit.ts';
import type { Bytes } from './bytes.ts';
import { bytesSource, cachedSource, httpSource, inspect, openDocument } from './index.ts';
import { SEGMENT_BYTES } from './manifest.ts';

interface Served {
  bytes: Bytes;
  etag: string | null;
}

/** A file server by RFC 9110 whose file can change. */
function server(file: Served, bend: (headers: Headers) => void = () => undefined) {
  const asked: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const headers = new Headers(init?.headers);
    asked.push(headers);
    const answer = new Headers(file.etag === null ? {} : { ETag: file.etag });
    const condition = headers.get('If-Range');
    const size = file.bytes.length;
    if (condition !== null && condition !== file.etag) return new Response(file.bytes, { headers: answer });
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('Range') ?? '') ?? [];
    const [start, end] = [Number(from), Math.min(Number(to) + 1, size)];
    if (start >= size) {
      answer.set('Content-Range', `bytes */${size}`);
      return new Response(null, { status: 416, headers: answer });
    }
    answer.set('Content-Range', `bytes ${start}-${end - 1}/${size}`);
    bend(answer);
    return new Response(file.bytes.slice(start, end), { status: 206, headers: answer });
  };
  return { fetch, asked };
}

const url = 'https://files.example/f';

describe('an HTTP source', () => {
  test('opens a protected document by its ranges', async () => {
    const { plain, file, keys } = await sealSample(2 * SEGMENT_BYTES + 9);
    const { fetch, asked } = server({ bytes: file, etag: '"1"' });
    let token = 0;
    const headers = () => ({ Authorization: `Bearer ${(token += 1)}` });
    const source = await httpSource({ url, fetch, headers });
    expect(source.size).toBe(file.length);
    const { bytes } = await openDocument({ source, keys });
    expect(await bytes.read(0, bytes.size)).toEqual(plain);
    expect(asked.slice(1).every((sent) => sent.get('If-Range') === '"1"')).toBe(true);
    expect(new Set(asked.map((sent) => sent.get('Authorization'))).size).toBe(asked.length);
  });

  test('stops reading from a server that sends more than requested', async () => {
    let sent = 0;
    const endless: typeof globalThis.fetch = async () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1;
          controller.enqueue(new Uint8Array(1000));
        },
      });
      return new Response(body, { status: 206, headers: { 'Content-Range': 'bytes 0-0/9' } });
    };
    await expect(httpSource({ url, fetch: endless })).rejects.toMatchObject({ code: 'source.unreadable' });
    expect(sent).toBeLessThan(10);
  });

  test.each(['bytes 0-0/99999999999999999999', 'bytes 0-0/*', 'bytes 0-0/-1', ''])(
    'rejects a size from %j',
    async (range) => {
      const odd: typeof globalThis.fetch = async () =>
        new Response('x', { status: 206, headers: { 'Content-Range': range } });
      await expect(httpSource({ url, fetch: odd })).rejects.toMatchObject({ code: 'source.unreadable' });
    },
  );

  test('recognises an empty file', async () => {
    const source = await httpSource({ url, fetch: server({ bytes: new Uint8Array(), etag: null }).fetch });
    expect(await inspect(source)).toMatchObject({ encrypted: false, size: 0 });
  });

  test.each([
    ['"2"', sample(100)],
    [null, sample(100)],
    ['"1"', sample(101)],
  ])('never mixes two versions (%s)', async (etag, bytes) => {
    const file: Served = { bytes: sample(100), etag: '"1"' };
    const source = await httpSource({ url, fetch: server(file).fetch });
    Object.assign(file, { bytes, etag });
    await expect(source.read(0, 10)).rejects.toMatchObject({ code: 'source.changed' });
  });

  test('detects another version with a weak tag too', async () => {
    const file: Served = { bytes: sample(100), etag: 'W/"1"' };
    const { fetch, asked } = server(file);
    const source = await httpSource({ url, fetch });
    expect((await source.read(0, 10)).length).toBe(10);
    expect(asked[1]?.has('If-Range')).toBe(false);
    file.etag = 'W/"2"';
    await expect(source.read(0, 10)).rejects.toMatchObject({ code: 'source.changed' });
  });

  test.each([
    ['another range', (headers: Headers) => headers.set('Content-Range', 'bytes 7-16/100')],
    ['no range', (headers: Headers) => headers.delete('Content-Range')],
    ['nonsense', (headers: Headers) => headers.set('Content-Range', 'bytes a-b/c')],
  ])('rejects %s', async (_name, bend) => {
    let bending = false;
    const { fetch } = server({ bytes: sample(100), etag: '"1"' }, (headers) =>
      bending ? bend(headers) : undefined,
    );
    const source = await httpSource({ url, fetch });
    bending = true;
    await expect(source.read(0, 10)).rejects.toMatchObject({ code: 'source.unreadable' });
  });

  test('a failing network is not a plain file', async () => {
    const { fetch } = server({ bytes: (await sealSample(10)).file, etag: '"1"' });
    let failing = false;
    const source = await httpSource({
      url,
      fetch: (...call) => (failing ? Promise.reject(new TypeError('down')) : fetch(...call)),
    });
    failing = true;
    await expect(inspect(source)).rejects.toMatchObject({
      code: 'source.unreadable',
      cause: new TypeError('down'),
    });
    const refusing = httpSource({ url, fetch: async () => new Response('no', { status: 403 }) });
    await expect(refusing).rejects.toMatchObject({ code: 'source.unreadable' });
  });
});

describe('a cache', () => {
  test('reads whole blocks once and keeps the latest', async () => {
    const content = sample(1000);
    const reads: [number, number][] = [];
    const below = bytesSource(content);
    const counting = {
      size: 1000,
      read: (offset: number, length: number) => {
        reads.push([offset, length]);
        return below.read(offset, length);
      },
    };
    const source = cachedSource(counting, { blockSize: 100, maxBlocks: 3 });
    expect(await source.read(150, 100)).toEqual(content.slice(150, 250));
    expect(await source.read(101, 50)).toEqual(content.slice(101, 151));
    expect(reads).toEqual([
      [100, 100],
      [200, 100],
    ]);
    expect(await source.read(0, 1000)).toEqual(content);
    expect(await source.read(950, 100)).toEqual(content.slice(950));
    expect(reads).toHaveLength(10);
    await source.read(0, 1);
    expect(reads).toHaveLength(11);
  });

  test('does not store a failure, and one aborted reader does not stop another', async () => {
    let fail = true;
    const below = bytesSource(sample(10));
    const source = cachedSource({
      size: 10,
      read: (offset, length) => (fail ? Promise.reject(new Error('once')) : below.read(offset, length)),
    });
    await expect(source.read(0, 5)).rejects.toThrow('once');
    fail = false;
    const controller = new AbortController();
    const [given, taken] = [source.read(0, 5, controller.signal), source.read(0, 5)];
    controller.abort(new Error('stop'));
    await expect(given).rejects.toThrow('stop');
    expect(await taken).toEqual(sample(5));
  });

  test('below a protected document changes nothing', async () => {
    const { plain, file, keys } = await sealSample(SEGMENT_BYTES + 1);
    const { bytes } = await openDocument({ source: cachedSource(bytesSource(file)), keys });
    expect(await bytes.read(0, bytes.size)).toEqual(plain);
    expect((await everythingOf({ file, keys })).content).toEqual(plain);
  });
});
