/** Available only on iOS, which has no other; TypeScript has no type for it yet. */
export type ManagedMediaSource = MediaSource & { readonly streaming: boolean };

type Globals = {
  readonly ManagedMediaSource?: typeof MediaSource;
  readonly MediaSource?: typeof MediaSource;
};

/** The class of the media source of this browser; null where it has none. */
export function mediaSourceClass(): typeof MediaSource | null {
  const { ManagedMediaSource: Managed, MediaSource: Plain } = globalThis as Globals;
  return Managed ?? Plain ?? null;
}

/** Whether the browser tells when it needs more data, to save power. */
export const isManagedMediaSource = (source: MediaSource): source is ManagedMediaSource =>
  'streaming' in source;
