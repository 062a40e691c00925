import { expect, test } from 'vitest';
import { isFault, isRetentionFault, parseDays, retentionBounds } from './retention.rules.ts';

test.each([
  ['', null],
  [' 90 ', 90],
  ['1e3', Number.NaN],
  ['-30', Number.NaN],
  ['30.5', Number.NaN],
])('reads %j as days', (text, days) => {
  expect(parseDays(text)).toBe(days);
});

test('the time of the deployment is the longest', () => {
  const unlimited = retentionBounds({ messages: null, applications: null });
  expect(unlimited).toEqual({
    messageDays: { min: 30, max: 36_500 },
    applicationDays: { min: 365, max: 36_500 },
  });
  const bounds = retentionBounds({ messages: 180, applications: 90 });
  expect(bounds).toEqual({ messageDays: { min: 30, max: 180 }, applicationDays: null });
  const faults = [null, 29, 30, 180, 181, Number.NaN].map((days) => isFault(days, bounds.messageDays));
  expect(faults).toEqual([false, true, false, false, true, true]);
  expect([isFault(null, null), isFault(365, null)]).toEqual([false, true]);
});

test('a fault in either field keeps the form from saving', () => {
  const none = { messages: null, applications: null };
  expect(isRetentionFault({ messageDays: 30, applicationDays: null }, none)).toBe(false);
  expect(isRetentionFault({ messageDays: 30, applicationDays: 30 }, none)).toBe(true);
  expect(isRetentionFault({ messageDays: 1, applicationDays: null }, none)).toBe(true);
});
