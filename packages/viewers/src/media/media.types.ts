/** A video or audio track. */
export type MediaTrack = {
  readonly kind: 'video' | 'audio';
  /**
   * The name in the codec's own standard, such as `avc1.64001f`, or the identifier in the file where it is
   * unknown.
   */
  readonly codec: string;
  /** In pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
};

/** The metadata of a film or recording. */
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

/** The format in which media are fed to the browser where it cannot play the file directly. */
export type FeedPlan = {
  /** Media type for `MediaSource`, including codecs. */
  readonly mimeType: string;
  readonly duration: number;
  /** The kinds of tracks that are included. */
  readonly kinds: readonly MediaTrack['kind'][];
};

/** The operations of the media parser in its frame. */
export type FrameMedia = {
  readonly facts: () => Promise<MediaFacts>;
  /** Null where no track can be played in this browser. */
  readonly plan: () => Promise<FeedPlan | null>;
  /** Starts at the last key frame before this time. */
  readonly start: (seconds: number) => Promise<void>;
  /** The next fragment, starting with the header of the new file; empty at the end. */
  readonly next: () => Promise<Uint8Array>;
};
