import {
  type MediaChunk,
  type MediaChunkRequest,
  type MediaRequest,
  type MediaResponseHead,
  mediaIdOf,
} from '@sealflow/viewers/media/media-messages.rules.ts';

/** A page that has the id answers at once; one that does not never answers. */
const answerTimeoutMs = 10_000;

const noStore = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const emptyResponse = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(null, { status, headers: { ...noStore, ...headers } });

/** The page's answer for the requested range; null after the timeout. */
const waitForPart = (port: MessagePort) =>
  new Promise<MediaResponseHead>((resolve) => {
    const timer = setTimeout(() => resolve(null), answerTimeoutMs);
    port.onmessage = ({ data }: MessageEvent<MediaResponseHead>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });

/** A stream of the page's bytes, one chunk per request: nothing is read ahead of the player, and nothing is stored. */
function streamOf(port: MessagePort, length: number): ReadableStream<Uint8Array> {
  const post = (wished: MediaChunkRequest) => port.postMessage(wished);
  let remainingBytes = length;
  let chunkArrived: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const acceptChunk = (piece: MediaChunk) => {
          if (piece === null || piece.length === 0 || piece.length > remainingBytes) {
            post('end');
            controller.error(new TypeError('page aborted the stream'));
            return;
          }
          remainingBytes -= piece.length;
          controller.enqueue(piece);
          if (remainingBytes > 0) return;
          post('end');
          controller.close();
        };
        port.onmessage = ({ data }: MessageEvent<MediaChunk>) => {
          acceptChunk(data);
          chunkArrived();
        };
      },
      pull: () =>
        new Promise<void>((resolve) => {
          chunkArrived = resolve;
          post('more');
        }),
      cancel: () => post('end'),
    },
    { highWaterMark: 0 },
  );
}

/** Asks only the page that the request comes from: knowing the address alone gives no access. */
async function answer(
  { clients }: ServiceWorkerGlobalScope,
  event: FetchEvent,
  id: string,
): Promise<Response> {
  const { request, clientId } = event;
  const isPlayer = request.destination === 'video' || request.destination === 'audio';
  const client = isPlayer && clientId !== '' ? await clients.get(clientId) : undefined;
  if (client === undefined || request.method !== 'GET') return emptyResponse(404);
  const { port1: port, port2: pagePort } = new MessageChannel();
  const partAnswer = waitForPart(port);
  const mediaRequest: MediaRequest = { kind: 'media', id, range: request.headers.get('range') };
  client.postMessage(mediaRequest, [pagePort]);
  const part = await partAnswer;
  if (part === null) return emptyResponse(404);
  const { range, size, mimeType } = part;
  if (range === null) return emptyResponse(416, { 'Content-Range': `bytes */${size}` });
  const { start, end } = range;
  return new Response(streamOf(port, end - start), {
    status: mediaRequest.range === null ? 200 : 206,
    headers: {
      ...noStore,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start),
      'Content-Type': mimeType,
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(mediaRequest.range === null ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
    },
  });
}

/**
 * Serves players of documents with the bytes that their own page decrypts. Keys never reach the worker, and it stores
 * nothing, so that the browser may end it at any time: the player requests again, and the page knows the id.
 */
export function serveMedia(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('fetch', (event) => {
    const id = mediaIdOf(event.request.url, worker.location.origin);
    if (id === null) return;
    // The shell's listener would answer a navigation to this address with the app.
    event.stopImmediatePropagation();
    event.respondWith(answer(worker, event, id));
  });
}
