/** A range of a media element's request. */
export type MediaRangeRequest = {
  /** The same for all ranges of one request. */
  readonly request: string;
  readonly offset: number;
  /** In bytes; the answer may be shorter, but not empty. */
  readonly length: number;
  /** Aborts when the range is no longer needed. */
  readonly signal: AbortSignal;
};

export type ServedMedia = {
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly read: (range: MediaRangeRequest) => Promise<Uint8Array>;
};

export type MediaAddress = {
  /** Only for media elements of this page; not guessable. */
  readonly url: string;
  /** Closes the address and aborts its reads. */
  readonly close: () => void;
};

/**
 * Serves bytes of the page to its media elements where no service worker can. The bytes exist only in memory:
 * decrypted media is never written to a file or cache.
 */
export type MediaServerPort = {
  /** Rejects if the device does not serve this type. */
  serve(media: ServedMedia): Promise<MediaAddress>;
};
