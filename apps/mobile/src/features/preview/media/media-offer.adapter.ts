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
  /** Nobody guesses it, nobody but this page is answered there, and it ends with the offer. */
  readonly url: string;
  readonly end: () => void;
};

type OfferOptions = {
  readonly content: ByteSource;
  readonly mimeType: string;
  /** A read that failed: the player itself learns no more than that nothing comes. */
  readonly onFailure: (error: unknown) => void;
};

const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Hands over a range piece by piece, each only when it is asked for. */
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

/** Offers a document's bytes to a player of this page, through the service worker that answers its requests. */
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
