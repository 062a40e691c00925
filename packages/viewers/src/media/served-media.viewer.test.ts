import type { ByteSource } from '@sealflow/tdf/reader';
import { expect, it, vi } from 'vitest';
import type { MediaRangeRequest, MediaServerPort, ServedMedia } from './media-server.types.ts';
import { type PacedElement, serveMedia } from './served-media.viewer.ts';

const mebibyte = 1024 * 1024;

/** A player whose buffer the test sets. */
function player() {
  const events = new EventTarget();
  let ahead = 0;
  const video = {
    currentTime: 0,
    get buffered() {
      return { length: ahead > 0 ? 1 : 0, start: () => 0, end: () => ahead };
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  } as unknown as PacedElement & { currentTime: number };
  const bufferTo = (seconds: number) => {
    ahead = seconds;
    events.dispatchEvent(new Event('progress'));
  };
  const playTo = (seconds: number) => {
    video.currentTime = seconds;
    events.dispatchEvent(new Event('timeupdate'));
  };
  return { video, bufferTo, playTo };
}

async function serve(read?: () => Promise<Uint8Array<ArrayBuffer>>) {
  const closed = vi.fn<() => void>();
  let media: ServedMedia | undefined;
  const server: MediaServerPort = {
    serve: async (given) => {
      media = given;
      return { url: 'sealflow-media://localhost/1', close: closed };
    },
  };
  const reads = vi.fn<ByteSource['read']>(async (_offset, length) => new Uint8Array(length));
  const failures: unknown[] = [];
  const { video, ...device } = player();
  const offer = await serveMedia(server, {
    video,
    content: { size: 900 * mebibyte, read: read ?? reads, blockSize: mebibyte },
    mimeType: 'video/mp4',
    onFailure: (error) => failures.push(error),
  });
  const ask = (piece: Partial<MediaRangeRequest> = {}) =>
    media?.read({
      request: 'a',
      offset: 0,
      length: mebibyte,
      signal: new AbortController().signal,
      ...piece,
    });
  return { offer, media, ask, reads, closed, failures, ...device };
}

it('serves the document with its type and size, and closes the offer at the end', async () => {
  const { offer, media, closed } = await serve();
  expect(media).toMatchObject({ mimeType: 'video/mp4', size: 900 * mebibyte });
  expect(offer.url).toBe('sealflow-media://localhost/1');
  offer.end();
  expect(closed).toHaveBeenCalledOnce();
});

it('reads to the end of a block, so that no block is decrypted twice', async () => {
  const { ask, reads } = await serve();
  expect((await ask({ offset: mebibyte - 10, length: 100 }))?.length).toBe(10);
  expect(reads.mock.calls[0]?.slice(0, 2)).toEqual([mebibyte - 10, 10]);
});

it('sends a burst, and then only what the player needs next', async () => {
  const { ask, reads, bufferTo, playTo } = await serve();
  bufferTo(100);
  for (let piece = 0; piece < 16; piece += 1) await ask({ offset: piece * mebibyte });
  const waiting = ask({ offset: 16 * mebibyte });
  playTo(60);
  // A request at another position has a separate burst, so a seek does not wait.
  await ask({ request: 'b', offset: 500 * mebibyte });
  expect(reads).toHaveBeenCalledTimes(17);
  expect(reads, 'while the first one waits').not.toHaveBeenCalledWith(
    16 * mebibyte,
    expect.anything(),
    expect.anything(),
  );
  playTo(71);
  expect((await waiting)?.length).toBe(mebibyte);
});

it('stops waiting when the player aborts the request', async () => {
  const { ask, bufferTo, failures } = await serve();
  bufferTo(100);
  for (let piece = 0; piece < 16; piece += 1) await ask({ offset: piece * mebibyte });
  const breaking = new AbortController();
  const waiting = ask({ offset: 16 * mebibyte, signal: breaking.signal });
  breaking.abort();
  await expect(waiting).rejects.toBe(breaking.signal.reason);
  expect(failures).toEqual([]);
});

it('reports bytes that cannot be read', async () => {
  const tampered = new Error('tampered');
  const { ask, failures } = await serve(() => Promise.reject(tampered));
  await expect(ask()).rejects.toBe(tampered);
  expect(failures).toEqual([tampered]);
});
