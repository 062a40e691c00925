import type { ByteSource } from '@sealflow/tdf/reader';
import { type ByteRange, chunkEnd, parseRange } from './byte-range.rules.ts';
import {
  isMediaRequest,
  type MediaChunk,
  type MediaChunkRequest,
  type MediaResponseHead,
  mediaPath,
} from './media-messages.rules.ts';

const defaultBlockBytes = 256 * 1024;

export type MediaOffer = {
  /** A random URL that only this page can use, valid until the offer ends. */
  readonly url: string;
  readonly end: () => void;
};

type OfferOptions = {
  readonly content: ByteSource;
  readonly mimeType: string;
  /** Reports a failed read; the player itself only sees that no bytes arrive. */
  readonly onFailure: (error: unknown) => void;
};

const createOfferId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Sends a range in chunks, each on request. */
function sendRange(
  port: MessagePort,
  range: ByteRange,
  { content, onFailure }: OfferOptions,
  { signal, onClosed }: { readonly signal: AbortSignal; readonly onClosed: () => void },
): void {
  const blockSize = content.blockSize ?? defaultBlockBytes;
  let at = range.start;
  const sendNextChunk = async () => {
    try {
      const chunk = await content.read(at, chunkEnd(at, range, blockSize) - at, signal);
      at += chunk.length;
      port.postMessage(chunk satisfies MediaChunk, [chunk.buffer]);
    } catch (error) {
      port.postMessage(null satisfies MediaChunk);
      if (!signal.aborted) onFailure(error);
    }
  };
  port.addEventListener('message', ({ data }: MessageEvent<MediaChunkRequest>) => {
    if (data === 'more' && !signal.aborted) return void sendNextChunk();
    port.close();
    return onClosed();
  });
}

/**
 * Offers the bytes of a document to a player of this page, through the service worker that answers its
 * requests.
 */
export function offerMedia(options: OfferOptions): MediaOffer {
  const id = createOfferId();
  const aborter = new AbortController();
  const { signal } = aborter;
  const { size } = options.content;
  const container = navigator.serviceWorker;
  const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
    const [port] = ports;
    if (!isMediaRequest(data) || data.id !== id || port === undefined) return;
    const range = parseRange(data.range, size);
    const closed = new AbortController();
    if (range !== null) sendRange(port, range, options, { signal, onClosed: () => closed.abort() });
    const abortResponse = () => {
      port.postMessage(null satisfies MediaChunk);
      port.close();
    };
    signal.addEventListener('abort', abortResponse, { signal: closed.signal });
    port.start();
    port.postMessage({ mimeType: options.mimeType, size, range } satisfies MediaResponseHead);
  };
  container.addEventListener('message', onMessage);
  container.startMessages();
  return {
    url: `${mediaPath}${id}`,
    end() {
      container.removeEventListener('message', onMessage);
      aborter.abort();
    },
  };
}
