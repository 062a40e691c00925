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
    expect(pageAfter('previous', 1, 3)).toBe(1);
    expect(pageAfter('next', 3, 3)).toBe(3);
    expect(pageAfter('next', 1, 3)).toBe(2);
    expect(pageAfter('last', 1, 3)).toBe(3);
    expect(pageAfter('first', 3, 3)).toBe(1);
  });
});
