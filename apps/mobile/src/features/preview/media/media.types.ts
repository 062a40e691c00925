/** A picture or sound of a film, or the one sound of a recording. */
export type MediaTrack = {
  readonly kind: 'video' | 'audio';
  /** As its own standard calls it, such as `avc1.64001f`, or what the file says where nobody knows it. */
  readonly codec: string;
  /** Of a picture, in pixels. */
  readonly width: number;
  readonly height: number;
};

/** What a film or recording says of itself. */
export type MediaFacts = {
  readonly container: string;
  /** In seconds. */
  readonly duration: number | null;
  readonly tracks: readonly MediaTrack[];
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
  readonly cover: { readonly mimeType: string; readonly bytes: Uint8Array } | null;
};

/** How a film goes to the browser where it cannot be played as it is. */
export type FeedPlan = {
  /** As `MediaSource` wants it, with its codecs. */
  readonly mimeType: string;
  readonly duration: number;
  /** What of it goes along. */
  readonly kinds: readonly MediaTrack['kind'][];
};

/** What the parser of films and recordings can be asked, in its frame. */
export type FrameMedia = {
  readonly facts: () => Promise<MediaFacts>;
  /** Null where nothing of it can be played here. */
  readonly plan: () => Promise<FeedPlan | null>;
  /** Goes to the last place before so many seconds from which it can be played. */
  readonly start: (seconds: number) => Promise<void>;
  /** What comes next, beginning with the new file's head; empty at the end. */
  readonly next: () => Promise<Uint8Array>;
};
