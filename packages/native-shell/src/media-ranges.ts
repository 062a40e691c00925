import type { PluginListenerHandle } from '@capacitor/core';

/** A piece that a media element waits for. */
export interface MediaRead {
  /** The request that it is part of. */
  readonly task: string;
  /** What `open` answered. */
  readonly id: string;
  readonly offset: number;
  /** Bytes; fewer may be answered, but not none. */
  readonly length: number;
}

/**
 * Lets the page serve bytes to its own media elements where it has no service worker. iOS alone. Registered as
 * `MediaRanges`; bytes cross the bridge as base64. Nothing of them is stored on the native side.
 */
export interface MediaRangesPlugin {
  /**
   * Serves a file until it is closed. The address contains 128 random bits. Rejects with code `unavailable`, also for a
   * type that is neither video nor audio.
   */
  open(options: {
    readonly mimeType: string;
    readonly size: number;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** The bytes of a read. The next one of the same task follows, until all of its range was answered. */
  answer(options: { readonly task: string; readonly data: string }): Promise<void>;
  /** The bytes cannot be read: the request fails. */
  fail(options: { readonly task: string }): Promise<void>;
  /** Requests of it that are under way fail. */
  close(options: { readonly id: string }): Promise<void>;
  /** Closes what a page before this one has opened. */
  closeAll(): Promise<void>;
  addListener(event: 'read', listener: (read: MediaRead) => void): Promise<PluginListenerHandle>;
  /** Nobody waits for the task any more. */
  addListener(
    event: 'cancel',
    listener: (cancelled: { readonly task: string }) => void,
  ): Promise<PluginListenerHandle>;
}
