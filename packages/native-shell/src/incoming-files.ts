import type { PluginListenerHandle } from '@capacitor/core';

/** A file received from another app: a copy in the app's own inbox, under a safe name. */
export interface IncomingFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The reason why a file was not received. Contains no name. */
export type IncomingProblem = 'too_large' | 'too_many' | 'unreadable' | 'no_room' | 'stalled';

/** Files opened with the app or shared into it. Registered as `IncomingFiles`. */
export interface IncomingFilesPlugin {
  /**
   * Copies that are not released yet, including those that arrived before the page loaded, or in an earlier process.
   */
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
  /** Deletes the copy. A missing one is not an error. */
  release(options: { readonly id: string }): Promise<void>;
  /** Emitted when `pending` has a new entry. */
  addListener(event: 'arrived', listener: () => void): Promise<PluginListenerHandle>;
}
