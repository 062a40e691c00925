import { describe, expect, it, test } from 'vitest';
import { pageAfter, presenterStepOf } from './presenter-keys.rules.ts';

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

test.each([
  [{ key: 'ArrowRight' }, 'next'],
  [{ key: 'ArrowDown' }, 'next'],
  [{ key: 'PageDown' }, 'next'],
  [{ key: ' ' }, 'next'],
  [{ key: ' ', shiftKey: true }, 'previous'],
  [{ key: 'ArrowLeft' }, 'previous'],
  [{ key: 'ArrowUp' }, 'previous'],
  [{ key: 'PageUp' }, 'previous'],
  [{ key: 'Home' }, 'first'],
  [{ key: 'End' }, 'last'],
  [{ key: 'Escape' }, 'leave'],
  [{ key: 'a' }, null],
  [{ key: 'ArrowRight', altKey: true }, null],
])('the key %j steps: %s', (key, step) => {
  expect(presenterStepOf({ ...none, ...key }, false)).toBe(step);
});

describe('presenter mode', () => {
  it('leaves the space bar to a button that has the focus', () => {
    expect(presenterStepOf({ ...none, key: ' ' }, true)).toBeNull();
    expect(presenterStepOf({ ...none, key: 'PageDown' }, true)).toBe('next');
  });

  it('stays within the document', () => {
    const pages = { count: 3, hidden: new Set<number>() };
    expect(pageAfter('previous', 1, pages)).toBe(1);
    expect(pageAfter('next', 3, pages)).toBe(3);
    expect(pageAfter('next', 1, pages)).toBe(2);
    expect(pageAfter('last', 1, pages)).toBe(3);
    expect(pageAfter('first', 3, pages)).toBe(1);
    expect(pageAfter('leave', 2, pages)).toBe(2);
  });

  it('passes over hidden pages, also at both ends', () => {
    const pages = { count: 6, hidden: new Set([1, 3, 4, 6]) };
    expect(pageAfter('next', 2, pages)).toBe(5);
    expect(pageAfter('previous', 5, pages)).toBe(2);
    expect(pageAfter('next', 5, pages)).toBe(5);
    expect(pageAfter('previous', 2, pages)).toBe(2);
    expect(pageAfter('first', 5, pages)).toBe(2);
    expect(pageAfter('last', 2, pages)).toBe(5);
    // A presentation that began with a hidden page.
    expect(pageAfter('next', 3, pages)).toBe(5);
    expect(pageAfter('first', 1, { count: 2, hidden: new Set([1, 2]) })).toBe(1);
  });
});
