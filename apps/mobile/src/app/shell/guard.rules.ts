/**
 * A guard is a second entry of the same screen in the browser's history, laid over it as long as something is open above
 * the screen, so that back has something to take away even where nothing lies behind the app's first entry. Its number
 * says how many entries of the screen lie below it.
 */
type Guarded = {
  readonly guard: number;
  /** Whether the screen's address is another by now than in the entries below. */
  readonly moved: boolean;
  /** The state of the screen itself. */
  readonly under: unknown;
};

const isGuarded = (state: unknown): state is Guarded =>
  typeof state === 'object' && state !== null && 'guard' in state;

export const guarded = (guard: number, under: unknown, moved: boolean): unknown =>
  guard === 0 ? under : ({ guard, moved, under } satisfies Guarded);

/** What an entry's state says: which guard it is (0 for the screen's own entry), and the state of the screen. */
export const readGuard = (state: unknown): Guarded =>
  isGuarded(state) ? state : { guard: 0, moved: false, under: state };

type Entry = { readonly idx?: number; readonly usr?: unknown } | null;

/** How many of the app's own entries lie behind the screen: the router numbers them. */
export const entriesBehind = (entry: unknown): number =>
  Math.max(0, ((entry as Entry)?.idx ?? 0) - readGuard((entry as Entry)?.usr).guard);
