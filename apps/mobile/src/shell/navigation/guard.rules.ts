/**
 * A guard is a second history entry of the same screen, pushed while an overlay is open, so that back closes the
 * overlay even where nothing lies behind the app's first entry. Its number is the count of entries of the screen
 * below it.
 */
type GuardState = {
  readonly guard: number;
  /** Whether the screen's address differs from that in the entries below. */
  readonly moved: boolean;
  /** The history state of the screen itself. */
  readonly under: unknown;
};

const isGuardState = (state: unknown): state is GuardState =>
  typeof state === 'object' && state !== null && 'guard' in state;

export const withGuard = (guard: number, under: unknown, moved: boolean): unknown =>
  guard === 0 ? under : ({ guard, moved, under } satisfies GuardState);

/** Reads the guard number (0 for the screen's own entry) and the screen's state from an entry's state. */
export const readGuard = (state: unknown): GuardState =>
  isGuardState(state) ? state : { guard: 0, moved: false, under: state };

type Entry = { readonly idx?: number; readonly usr?: unknown } | null;

/** Number of the app's own entries behind the screen: the router numbers its entries. */
export const countEntriesBehind = (entry: unknown): number =>
  Math.max(0, ((entry as Entry)?.idx ?? 0) - readGuard((entry as Entry)?.usr).guard);
