import type { PluginListenerHandle } from '@capacitor/core';

/** A piece of a file that a media element waits for. */
export interface MediaRead {
  /** The request that the piece belongs to. */
  readonly task: string;
  /** The id returned by `open`. */
  readonly id: string;
  readonly offset: number;
  /** In bytes. The answer may be shorter, but not empty. */
  readonly length: number;
}

/**
 * Lets the page serve bytes to its own media elements where service workers are not available. iOS only. Registered as
 * `MediaRanges`. Bytes cross the bridge as base64, and are not stored on the native side.
 */
export interface MediaRangesPlugin {
  /**
   * Serves a file until it is closed. The URL contains 128 random bits. Rejects with code `unavailable`, also for a
   * type that is neither video nor audio.
   */
  open(options: {
    readonly mimeType: string;
    readonly size: number;
  }): Promise<{ readonly id: string; readonly url: string }>;
  /** Supplies the bytes of a read. The next read of the same task follows until its whole range was supplied. */
  answer(options: { readonly task: string; readonly data: string }): Promise<void>;
  /** The bytes cannot be read: the request fails. */
  fail(options: { readonly task: string }): Promise<void>;
  /** Stops serving the file. Its pending requests fail. */
  close(options: { readonly id: string }): Promise<void>;
  /** Closes everything that a previous page opened. */
  closeAll(): Promise<void>;
  addListener(event: 'read', listener: (read: MediaRead) => void): Promise<PluginListenerHandle>;
  /** Emitted when a task is no longer needed. */
  addListener(
    event: 'cancel',
    listener: (cancelled: { readonly task: string }) => void,
  ): Promise<PluginListenerHandle>;
}
