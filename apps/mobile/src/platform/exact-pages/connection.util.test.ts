import { expect, test } from 'vitest';
import { isMetered } from './connection.util.ts';

test('a download in advance waits for a fast connection without costs', () => {
  expect(isMetered({ saveData: true, effectiveType: '4g' })).toBe(true);
  expect(isMetered({ type: 'cellular', effectiveType: '4g' })).toBe(true);
  expect(isMetered({ effectiveType: '3g' })).toBe(true);
  expect(isMetered({ saveData: false, type: 'wifi', effectiveType: '4g' })).toBe(false);
  expect(isMetered({ effectiveType: '4g' })).toBe(false);
});

test('a browser that tells nothing about the connection counts as unmetered', () => {
  expect(isMetered()).toBe(false);
});
