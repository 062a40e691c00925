import { expect, test } from 'vitest';
import { isForPage } from './frame-keys.rules.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  [{ key: 'Escape' }, true],
  [{ key: 'F3', shiftKey: true }, true],
  [{ key: 'f', ctrlKey: true }, true],
  [{ key: 'G', metaKey: true, shiftKey: true }, true],
  [{ key: '0', ctrlKey: true }, true],
  [{ key: 'p', ctrlKey: true }, true],
  [{ key: 'f' }, false],
  [{ key: 'c', ctrlKey: true }, false],
  [{ key: 'f', ctrlKey: true, altKey: true }, false],
  [{ key: 'PageDown' }, false],
])('forwards %j to the page: %j', (key, isHandedOn) => {
  expect(isForPage({ ...none, ...key })).toBe(isHandedOn);
});
