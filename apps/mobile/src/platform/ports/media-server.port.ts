/** A part of a media element's request. */
export type MediaPiece = {
  /** The same for all pieces of one request. */
  readonly request: string;
  readonly offset: number;
  /** Bytes; fewer may be answered, but not none. */
  readonly length: number;
  /** Aborts when nobody waits for the piece any more. */
  readonly signal: AbortSignal;
};

export type ServedMedia = {
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly read: (piece: MediaPiece) => Promise<Uint8Array>;
};

export type MediaAddress = {
  /** For media elements of this page alone. Nobody guesses it. */
  readonly url: string;
  /** Ends the address and aborts its reads. */
  readonly close: () => void;
};

/**
 * Serves bytes of the page to its media elements where no service worker does. The bytes go through memory alone: what is
 * decrypted for a player lies in no file and no cache.
 */
export type MediaServerPort = {
  /** Rejects where the device does not serve this type. */
  serve(media: ServedMedia): Promise<MediaAddress>;
};
