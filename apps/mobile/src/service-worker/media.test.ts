import { bytesSource } from '@sealflow/tdf/reader';
import { type MediaOffer, offerMedia } from '@sealflow/viewers/media/media-offer.util.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { serveMedia } from './media.util.ts';

const origin = 'https://files.example';
const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251);

/** A page connected to its worker. A message to the page is dispatched there with its port. */
class Page {
  readonly id = 'page-1';
  readonly container = Object.assign(new EventTarget(), { startMessages: () => undefined });

  postMessage(data: unknown, ports: MessagePort[]): void {
    this.container.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
  }
}

type Asked = { readonly range?: string; readonly from?: string; readonly as?: RequestDestination };

const offers: MediaOffer[] = [];
afterEach(() => {
  for (const offer of offers.splice(0)) offer.end();
  vi.unstubAllGlobals();
});

function setUp(source = bytesSource(bytes)) {
  const page = new Page();
  vi.stubGlobal('navigator', { serviceWorker: page.container });
  const failures: unknown[] = [];
  const reads: number[] = [];
  const content = {
    ...source,
    size: source.size,
    read: async (offset: number, length: number, signal?: AbortSignal) => {
      const part = await source.read(offset, length, signal);
      reads.push(part.length);
      return part;
    },
  };
  const offer = offerMedia({ content, mimeType: 'video/mp4', onFailure: (error) => failures.push(error) });
  offers.push(offer);
  const others = new Page();
  const pages = new Map([
    [page.id, page],
    ['page-2', others],
  ]);
  const worker = Object.assign(new EventTarget(), {
    location: { origin },
    clients: { get: async (id: string) => pages.get(id) },
  });
  serveMedia(worker as ServiceWorkerGlobalScope);
  const ask = (url: string, { range, from = page.id, as = 'video' }: Asked = {}) => {
    const headers = new Headers(range === undefined ? {} : { Range: range });
    let answer: Promise<Response> | undefined;
    const request = { url: new URL(url, origin).href, method: 'GET', destination: as, headers };
    const event = Object.assign(new Event('fetch'), {
      request,
      clientId: from,
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    worker.dispatchEvent(event);
    return answer;
  };
  return { offer, ask, failures, reads };
}

it('answers a range request with exactly its bytes, without caching', async () => {
  const { offer, ask } = setUp();
  const answer = await ask(offer.url, { range: 'bytes=300000-300099' });
  expect(answer?.status).toBe(206);
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'cache-control': 'no-store',
    'content-length': '100',
    'content-range': 'bytes 300000-300099/1000000',
    'content-type': 'video/mp4',
  });
  expect(new Uint8Array(await answer!.arrayBuffer())).toEqual(bytes.slice(300_000, 300_100));
});

it('streams the whole file block by block for a request without a range', async () => {
  const { offer, ask, reads } = setUp();
  const answer = await ask(offer.url);
  expect(answer?.status).toBe(200);
  expect(new Uint8Array(await answer!.arrayBuffer())).toEqual(bytes);
  expect(reads).toEqual([262_144, 262_144, 262_144, 213_568]);
});

it('reads nothing before the stream is consumed, and stops after cancellation', async () => {
  const { offer, ask, reads } = setUp();
  const answer = await ask(offer.url, { range: 'bytes=0-' });
  expect(reads).toEqual([]);
  const reader = answer!.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(reads).toEqual([262_144]);
});

it('rejects ranges outside of the file', async () => {
  const { offer, ask } = setUp();
  const answer = await ask(offer.url, { range: 'bytes=1000000-' });
  expect(answer?.status).toBe(416);
  expect(answer?.headers.get('Content-Range')).toBe('bytes */1000000');
});

it('answers only media elements of the page that offers the document', async () => {
  const { offer, ask, reads } = setUp();
  vi.useFakeTimers();
  const foreign = ask(offer.url, { from: 'page-2' });
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  const refused = [
    await foreign,
    await ask(offer.url, { from: 'page-3' }),
    await ask(offer.url, { from: '' }),
    await ask(offer.url, { as: 'document' }),
    await ask(offer.url, { as: '' }),
    await ask(offer.url, { as: 'iframe' }),
  ];
  expect(refused.map((answer) => answer?.status)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await refused[0]?.text()).toBe('');
  expect(reads).toEqual([]);
});

it('answers nothing after the viewer is closed, also in the middle of an answer', async () => {
  const { offer, ask } = setUp();
  const answer = await ask(offer.url, { range: 'bytes=0-' });
  const reader = answer!.body!.getReader();
  await reader.read();
  offer.end();
  await expect(reader.read()).rejects.toBeInstanceOf(TypeError);
  vi.useFakeTimers();
  const again = ask(offer.url);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect((await again)?.status).toBe(404);
});

it('aborts the stream when the bytes are refused, and reports the reason to the page', async () => {
  const refusal = new Error('tampered');
  const source = { size: 1000, read: () => Promise.reject(refusal) };
  const { offer, ask, failures } = setUp(source);
  const answer = await ask(offer.url, { range: 'bytes=0-' });
  await expect(answer!.arrayBuffer()).rejects.toBeInstanceOf(TypeError);
  expect(failures).toEqual([refusal]);
});

it('does not handle other addresses', () => {
  const { ask } = setUp();
  expect(ask('/index.html')).toBeUndefined();
  expect(ask('https://elsewhere.example/media/1')).toBeUndefined();
});

it('gives every document a unique, unguessable address', () => {
  const { offer } = setUp();
  const { offer: other } = setUp();
  expect(offer.url).toMatch(/^\/media\/[0-9a-f]{32}$/);
  expect(other.url).not.toBe(offer.url);
});
