import type { ByteSource } from '@sealflow/tdf/reader';
import { type ByteRange, pieceEnd, rangeOf } from './byte-range.rules.ts';
import {
  isMediaAsked,
  type MediaPart,
  type MediaPiece,
  type MediaWish,
  mediaPath,
} from './media.messages.ts';

const usualBlock = 256 * 1024;

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

const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Sends a range in chunks, each on request. */
function handOver(
  port: MessagePort,
  range: ByteRange,
  { content, onFailure }: OfferOptions,
  { signal, onClosed }: { readonly signal: AbortSignal; readonly onClosed: () => void },
): void {
  const blockSize = content.blockSize ?? usualBlock;
  let at = range.start;
  const next = async () => {
    try {
      const piece = await content.read(at, pieceEnd(at, range, blockSize) - at, signal);
      at += piece.length;
      port.postMessage(piece satisfies MediaPiece, [piece.buffer]);
    } catch (error) {
      port.postMessage(null satisfies MediaPiece);
      if (!signal.aborted) onFailure(error);
    }
  };
  port.addEventListener('message', ({ data }: MessageEvent<MediaWish>) => {
    if (data === 'more' && !signal.aborted) return void next();
    port.close();
    return onClosed();
  });
}

/**
 * Offers the bytes of a document to a player of this page, through the service worker that answers its
 * requests.
 */
export function offerMedia(options: OfferOptions): MediaOffer {
  const id = freshId();
  const offering = new AbortController();
  const { signal } = offering;
  const { size } = options.content;
  const container = navigator.serviceWorker;
  const answer = ({ data, ports }: MessageEvent<unknown>) => {
    const [port] = ports;
    if (!isMediaAsked(data) || data.id !== id || port === undefined) return;
    const range = rangeOf(data.range, size);
    const closed = new AbortController();
    if (range !== null) handOver(port, range, options, { signal, onClosed: () => closed.abort() });
    const breakOff = () => {
      port.postMessage(null satisfies MediaPiece);
      port.close();
    };
    signal.addEventListener('abort', breakOff, { signal: closed.signal });
    port.start();
    port.postMessage({ mimeType: options.mimeType, size, range } satisfies MediaPart);
  };
  container.addEventListener('message', answer);
  container.startMessages();
  return {
    url: `${mediaPath}${id}`,
    end() {
      container.removeEventListener('message', answer);
      offering.abort();
    },
  };
}
