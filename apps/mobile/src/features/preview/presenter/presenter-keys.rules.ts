export type PresenterStep = 'next' | 'previous' | 'first' | 'last' | 'leave';

type PresenterKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const steps: Readonly<Record<string, PresenterStep>> = {
  ArrowRight: 'next',
  ArrowDown: 'next',
  PageDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
  Escape: 'leave',
};

/** What a key does in presenter mode; null for any other key. On a button, the space bar presses it. */
export function presenterStepOf(press: PresenterKey, isOnButton: boolean): PresenterStep | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === ' ') return isOnButton ? null : press.shiftKey ? 'previous' : 'next';
  return steps[press.key] ?? null;
}

/** The pages of a document, from 1 to `count`. */
export type PresentedPages = {
  readonly count: number;
  /** Those that the document leaves out of a presentation. A presentation can begin with one of them. */
  readonly hidden: ReadonlySet<number>;
};

/** The page after a step, within the document; the same page if no other one follows in that direction. */
export function pageAfter(step: PresenterStep, page: number, { count, hidden }: PresentedPages): number {
  if (step === 'leave') return page;
  const isForward = step === 'next' || step === 'first';
  let next = page;
  if (step === 'first') next = 0;
  if (step === 'last') next = count + 1;
  do next += isForward ? 1 : -1;
  while (hidden.has(next));
  return next < 1 || next > count ? page : next;
}
