import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../adapters/memory/files.adapter.ts';
import { ApiError } from '../api/index.ts';
import type { FilesPort } from '../ports/files.port.ts';
import { StorageError } from '../ports/storage.errors.ts';
import { type Download, download, partPathOf } from './download.usecases.ts';

const content = Uint8Array.from({ length: 1_300_000 }, (_, index) => (index * 31 + (index >> 8)) % 251);
const digest = bytesToHex(sha256(content));
const path = 'a1/edsDownloadFiles/one';

type Answering = (start: number, ifRange: string | undefined) => Response;

/** A response with the bytes from `start`. It breaks off at `until`. */
function part(start: number, { until = content.length, status = start > 0 ? 206 : 200 } = {}): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(content.slice(start, until)),
    // The reader still gets the bytes that were sent before the failure.
    pull: (controller) =>
      until < content.length ? controller.error(new TypeError('network')) : controller.close(),
  });
  const headers = new Headers({ 'Content-Length': String(content.length - start) });
  if (status === 206) headers.set('Content-Range', `bytes ${start}-${content.length - 1}/${content.length}`);
  return new Response(body, { status, headers });
}

function setUp(answers: Answering[], more: Partial<Download> = {}) {
  const files = createMemoryFiles();
  const requests: string[] = [];
  const waits: number[] = [];
  const controller = new AbortController();
  const run = () =>
    download({
      files,
      network: { isOnline: () => true, subscribe: () => () => undefined },
      path,
      size: content.length,
      sha256: digest,
      signal: controller.signal,
      wait: async (ms) => void waits.push(ms),
      open: async ({ range, ifRange }) => {
        requests.push(`${range} ${ifRange ?? ''}`.trim());
        const answer = answers.shift();
        if (answer === undefined)
          throw new ApiError({ kind: 'network', code: 'app.network_error', message: '' });
        return answer(Number(/\d+/u.exec(range)?.[0]), ifRange);
      },
      ...more,
    });
  const stored = async () => bytesToHex(sha256(await files.readChunk(path, 0, content.length + 1)));
  return { files, requests, waits, controller, run, stored };
}

describe('a download', () => {
  it('resumes after a network failure, for the identical content only', async () => {
    const { run, requests, waits, stored, files } = setUp([
      (start) => part(start, { until: 1_100_000 }),
      (start) => part(start),
    ]);
    await run();
    expect(requests).toEqual(['bytes=0-', `bytes=1100000- "${digest}"`]);
    expect(waits).toEqual([3000]);
    expect(await stored()).toBe(digest);
    expect(await files.stat(partPathOf(path))).toBeNull();
  });

  it('resumes after a kill with the bytes received before', async () => {
    const { run, files, requests, stored } = setUp([(start) => part(start)]);
    await files.write(partPathOf(path), content.slice(0, 777));
    await run();
    expect(requests).toEqual([`bytes=777- "${digest}"`]);
    expect(await stored()).toBe(digest);
  });

  it('restarts when the content has changed', async () => {
    const { run, files, stored } = setUp([() => part(0)]);
    await files.write(partPathOf(path), new Uint8Array(1000).fill(9));
    await run();
    expect(await stored()).toBe(digest);
  });

  it('is attempted three times, 3 s apart, and keeps the received bytes', async () => {
    const { run, waits, files, requests } = setUp([(start) => part(start, { until: 5 })]);
    await expect(run()).rejects.toMatchObject({ code: 'app.network_error' });
    expect(requests).toHaveLength(3);
    expect(waits).toEqual([3000, 3000]);
    expect(await files.stat(partPathOf(path))).toMatchObject({ size: 5 });
    expect(await files.stat(path)).toBeNull();
  });

  it('never accepts a file with another digest or size', async () => {
    const altered = content.slice();
    altered[1_200_000] = (altered[1_200_000] ?? 0) ^ 1;
    const wrong = () => new Response(altered, { headers: { 'Content-Length': String(altered.length) } });
    const { run, files, requests } = setUp([wrong, wrong, wrong]);
    await expect(run()).rejects.toMatchObject({ code: 'file.download_failed' });
    expect(requests).toEqual(['bytes=0-', 'bytes=0-', 'bytes=0-']);
    expect(await files.stat(path)).toBeNull();
    const short = setUp([() => new Response('short', { headers: { 'Content-Length': '5' } })]);
    await expect(short.run()).rejects.toMatchObject({ code: 'app.network_error' });
    expect(await short.files.stat(path)).toBeNull();
  });

  it.each([
    [401, 'login.signature_is_invalid'],
    [403, 'login.tenant_access_denied'],
    [404, 'file.file_does_not_exist'],
  ] as const)('does not retry after the refusal %i', async (status, code) => {
    const { run, waits, files } = setUp([
      (start) => part(start, { until: 5 }),
      () => {
        throw new ApiError({ kind: 'http', code, message: '', status });
      },
    ]);
    await expect(run()).rejects.toMatchObject({ code });
    expect(waits).toEqual([3000]);
    // A later download with access resumes here.
    expect(await files.stat(partPathOf(path))).toMatchObject({ size: 5 });
  });

  it('ends at once when the device is full, and resumes when there is space', async () => {
    const files = createMemoryFiles();
    let isFull = true;
    const limited: FilesPort = {
      ...files,
      appendChunk: async (to, bytes) => {
        if (isFull) throw new StorageError('storage.full');
        await files.appendChunk(to, bytes);
      },
    };
    await files.write(partPathOf(path), content.slice(0, 777));
    const { run, requests, waits } = setUp([(start) => part(start), (start) => part(start)], {
      files: limited,
    });
    await expect(run()).rejects.toMatchObject({ code: 'storage.full' });
    expect(waits).toEqual([]);
    expect(await files.stat(partPathOf(path))).toMatchObject({ size: 777 });
    isFull = false;
    await run();
    expect(requests).toEqual([`bytes=777- "${digest}"`, `bytes=777- "${digest}"`]);
    expect(await files.stat(path)).toMatchObject({ size: content.length });
  });

  it('resumes automatically after the phone was locked', async () => {
    const files = createMemoryFiles();
    let isLocked = true;
    const closed: FilesPort = {
      ...files,
      appendChunk: async (to, bytes) => {
        if (!isLocked) return files.appendChunk(to, bytes);
        isLocked = false;
        throw new StorageError('storage.locked');
      },
    };
    const { run, waits } = setUp([(start) => part(start), (start) => part(start)], { files: closed });
    await run();
    expect(waits).toHaveLength(1);
    expect(await files.stat(path)).toMatchObject({ size: content.length });
  });

  it('stops on cancellation, and keeps the received bytes', async () => {
    const { run, controller, files } = setUp(
      [
        () =>
          new Response(
            new ReadableStream({
              start: (stream) => stream.enqueue(content.slice(0, 10)),
            }),
            { headers: { 'Content-Length': String(content.length) } },
          ),
      ],
      {
        onProgress: (received) => {
          if (received === 10) controller.abort(new DOMException('stop', 'AbortError'));
        },
      },
    );
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    expect(await files.stat(partPathOf(path))).toMatchObject({ size: 10 });
  });
});
