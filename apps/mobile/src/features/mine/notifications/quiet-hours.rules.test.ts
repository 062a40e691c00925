import { expect, it } from 'vitest';
import { faultOf, parseTimeValue, toggleDay, toTimeValue, usualQuietHours } from './quiet-hours.rules.ts';

it('reads and writes the values of time fields', () => {
  expect([toTimeValue(0), toTimeValue(425), toTimeValue(1439)]).toEqual(['00:00', '07:05', '23:59']);
  expect([parseTimeValue('00:00'), parseTimeValue('07:05'), parseTimeValue('23:59:30')]).toEqual([
    0, 425, 1439,
  ]);
  expect([parseTimeValue(''), parseTimeValue('24:00'), parseTimeValue('7:5')]).toEqual([null, null, null]);
});

it('adds and takes away days in the order of the week', () => {
  expect(toggleDay([1, 5], 3)).toEqual([1, 3, 5]);
  expect(toggleDay([1, 3, 5], 3)).toEqual([1, 5]);
});

it('refuses hours that never begin or never end', () => {
  const usual = usualQuietHours('Asia/Shanghai');
  expect(faultOf(usual)).toBeNull();
  expect(faultOf({ ...usual, days: [] })).toBe('noDay');
  expect(faultOf({ ...usual, until: usual.from })).toBe('alwaysQuiet');
  expect(faultOf({ ...usual, until: usual.from, days: [0, 6] })).toBeNull();
});
