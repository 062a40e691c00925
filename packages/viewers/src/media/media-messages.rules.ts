/** The path under which the service worker serves media from pages. The server has nothing there. */
export const mediaPath = '/media/';

/**
 * Request of the service worker to the page whose player requests bytes. The reply uses the port of the
 * message.
 */
export type MediaRequest = {
  readonly kind: 'media';
  readonly id: string;
  /** The request's `Range` header. */
  readonly range: string | null;
};

/** The page's first reply: the description of the response, or null where the id is unknown. */
export type MediaResponseHead = {
  readonly mimeType: string;
  readonly size: number;
  /** Null where the range is unsatisfiable. */
  readonly range: { readonly start: number; readonly end: number } | null;
} | null;

/** Sent by the service worker afterwards: the next chunk is requested, or the response was cancelled. */
export type MediaChunkRequest = 'more' | 'end';

/** A chunk; null where it could not be read. The total length determines which one is last. */
export type MediaChunk = Uint8Array<ArrayBuffer> | null;

/** The offer id in a URL; null for every other URL. */
export function mediaIdOf(address: string, origin: string): string | null {
  const { origin: addressOrigin, pathname } = new URL(address);
  return addressOrigin === origin && pathname.startsWith(mediaPath) ? pathname.slice(mediaPath.length) : null;
}

export const isMediaRequest = (data: unknown): data is MediaRequest => {
  const { kind, id, range } = (data ?? {}) as Partial<Record<keyof MediaRequest, unknown>>;
  return kind === 'media' && typeof id === 'string' && (range === null || typeof range === 'string');
};
