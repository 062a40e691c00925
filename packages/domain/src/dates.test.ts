import { describe, expect, test } from 'vitest';
import { type DateWindow, dateWindows, slotSpan, type TimeSlot, windowSpan } from './dates.ts';

const now = new Date(2026, 1, 28, 23, 59, 59, 999);
const local = (milliseconds: number): string => {
  const date = new Date(milliseconds);
  return `${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}:${date.getMinutes()}`;
};

describe('date windows', () => {
  test.each<[DateWindow, string, string]>([
    ['today', '2-28 0:0', '3-1 0:0'],
    ['tomorrow', '3-1 0:0', '3-2 0:0'],
    ['yesterday', '2-27 0:0', '2-28 0:0'],
    ['within_3_days', '2-25 0:0', '3-4 0:0'],
    ['within_10_days', '2-18 0:0', '3-11 0:0'],
    ['within_30_days', '1-29 0:0', '3-31 0:0'],
  ])('%s is from %s to %s', (window, from, to) => {
    const span = windowSpan(window, now);
    expect(span && [local(span.from), local(span.to)]).toEqual([from, to]);
  });

  test('all has no bounds', () => {
    expect(windowSpan('all', now)).toBeNull();
  });

  test('seven windows exist', () => {
    expect(Object.keys(dateWindows)).toHaveLength(7);
  });

  test('midnight belongs to the day that begins', () => {
    const start = new Date(2026, 2, 1).getTime();
    expect(windowSpan('today', new Date(start))?.from).toBe(start);
    expect(windowSpan('today', new Date(start - 1))?.to).toBe(start);
  });
});

test.each<[TimeSlot, string, string]>([
  ['all_day', '2-28 6:0', '3-1 6:0'],
  ['morning', '2-28 6:0', '2-28 12:0'],
  ['afternoon', '2-28 13:0', '2-28 18:0'],
  ['evening', '2-28 19:0', '3-1 6:0'],
])('%s is from %s to %s', (slot, from, to) => {
  const span = slotSpan(slot, now);
  expect([local(span.from), local(span.to)]).toEqual([from, to]);
});
