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

/** The page after a step, within the document. */
export function pageAfter(step: PresenterStep, page: number, pageCount: number): number {
  if (step === 'first') return 1;
  if (step === 'last') return pageCount;
  const next = page + (step === 'next' ? 1 : step === 'previous' ? -1 : 0);
  return Math.min(pageCount, Math.max(1, next));
}
