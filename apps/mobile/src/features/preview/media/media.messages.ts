/** Where the service worker answers with what pages give it; nothing lies there. */
export const mediaPath = '/media/';

/** What the service worker asks of the page whose player wants bytes; the answers come over the port that goes along. */
export type MediaAsked = {
  readonly kind: 'media';
  readonly id: string;
  /** The request's `Range` header. */
  readonly range: string | null;
};

/** The page's first answer: what it will hand over; null where it offers nothing of that name. */
export type MediaPart = {
  readonly mimeType: string;
  readonly size: number;
  /** Null where nothing of what was asked for is there. */
  readonly range: { readonly start: number; readonly end: number } | null;
} | null;

/** What goes from the service worker to the page after that: a piece is wanted, or none any more. */
export type MediaWish = 'more' | 'end';

/** A piece; null where it could not be read. The last one is known by the length that was told. */
export type MediaPiece = Uint8Array<ArrayBuffer> | null;

/** The part of an address that names what is offered; null for every other address. */
export function mediaIdOf(address: string, origin: string): string | null {
  const { origin: asked, pathname } = new URL(address);
  return asked === origin && pathname.startsWith(mediaPath) ? pathname.slice(mediaPath.length) : null;
}

export const isMediaAsked = (data: unknown): data is MediaAsked => {
  const { kind, id, range } = (data ?? {}) as Partial<Record<keyof MediaAsked, unknown>>;
  return kind === 'media' && typeof id === 'string' && (range === null || typeof range === 'string');
};
