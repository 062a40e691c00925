/** Only iOS has it, and there nothing else; TypeScript does not know it yet. */
export type ManagedMediaSource = MediaSource & { readonly streaming: boolean };

type Globals = {
  readonly ManagedMediaSource?: typeof MediaSource;
  readonly MediaSource?: typeof MediaSource;
};

/** What feeds a player with pieces here; null where nothing does. */
export function mediaSourceClass(): typeof MediaSource | null {
  const { ManagedMediaSource: Managed, MediaSource: Plain } = globalThis as Globals;
  return Managed ?? Plain ?? null;
}

/** Whether the browser itself says when it wants more, to save power. */
export const isManaged = (source: MediaSource): source is ManagedMediaSource => 'streaming' in source;
