import type { PluginListenerHandle } from '@capacitor/core';

/** A file that another app gave: a copy in the app's own inbox, under a name that is safe to show and to keep. */
export interface IncomingFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** What did not come: the reason, and never a name. */
export type IncomingProblem = 'too_large' | 'too_many' | 'unreadable' | 'no_room' | 'stalled';

/** Files opened with the app or shared into it. Registered as `IncomingFiles`. */
export interface IncomingFilesPlugin {
  /** What has come and was not released yet, also before the page was there or by an app that was killed since. */
  pending(): Promise<{
    readonly files: readonly IncomingFile[];
    readonly problems: readonly IncomingProblem[];
  }>;
  /** Bytes from an offset as base64; fewer than `length` only at the end. Rejects with code `gone`. */
  read(options: {
    readonly id: string;
    readonly offset: number;
    readonly length: number;
  }): Promise<{ readonly data: string }>;
  /** Deletes the copy; a missing one is no error. */
  release(options: { readonly id: string }): Promise<void>;
  /** Told that `pending` has something new. */
  addListener(event: 'arrived', listener: () => void): Promise<PluginListenerHandle>;
}
