import type { ByteSource } from '@sealflow/tdf/reader';
import { chunkEnd } from './byte-range.rules.ts';
import { bufferedUntil } from './media-buffer.rules.ts';
import type { MediaOffer } from './media-offer.util.ts';
import type { MediaServerPort } from './media-server.types.ts';

/**
 * The native side cannot slow down the request of a media element: without this limit it would load a whole
 * film into memory.
 */
const burstBytes = 16 * 1024 * 1024;
const aheadSeconds = 30;
const defaultBlockBytes = 256 * 1024;

/** The members of a media element that show how far it has buffered. */
export type PacedElement = Pick<
  HTMLVideoElement,
  'buffered' | 'currentTime' | 'addEventListener' | 'removeEventListener'
>;

const bufferEvents = ['timeupdate', 'seeking', 'progress', 'emptied'] as const;

function isFarAhead({ buffered, currentTime }: PacedElement): boolean {
  const until = bufferedUntil(buffered, currentTime);
  return until !== null && until - currentTime > aheadSeconds;
}

/** Resolves when less than `aheadSeconds` are buffered; rejects when the request is aborted. */
function waitUntilNeeded(element: PacedElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      for (const change of bufferEvents) element.removeEventListener(change, check);
      signal.removeEventListener('abort', check);
    };
    const check = () => {
      if (!signal.aborted && isFarAhead(element)) return;
      end();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    for (const change of bufferEvents) element.addEventListener(change, check);
    signal.addEventListener('abort', check);
    check();
  });
}

type ServeOptions = {
  readonly video: PacedElement;
  readonly content: ByteSource;
  readonly mimeType: string;
  /** Reports a failed read; the media element itself only sees that no bytes arrive. */
  readonly onFailure: (error: unknown) => void;
};

/**
 * Offers the bytes of a document to a media element through the device's media server. After a first burst, a
 * request gets bytes only a limited time ahead of playback, so that memory use is about the same for films of
 * any size.
 */
export async function serveMedia(
  server: MediaServerPort,
  { video, content, mimeType, onFailure }: ServeOptions,
): Promise<MediaOffer> {
  const blockBytes = content.blockSize ?? defaultBlockBytes;
  const sentBytes = new Map<string, number>();
  const address = await server.serve({
    mimeType,
    size: content.size,
    async read({ request, offset, length, signal }) {
      const sent = sentBytes.get(request) ?? 0;
      if (sent >= burstBytes) await waitUntilNeeded(video, signal);
      try {
        // Up to a block boundary, so that no block is decrypted twice.
        const end = chunkEnd(offset, { start: offset, end: offset + length }, blockBytes);
        const bytes = await content.read(offset, end - offset, signal);
        sentBytes.set(request, sent + bytes.length);
        return bytes;
      } catch (error) {
        if (!signal.aborted) onFailure(error);
        throw error;
      }
    },
  });
  return { url: address.url, end: address.close };
}
