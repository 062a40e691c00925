import { expect, it } from 'vitest';
import {
  codeRefusal,
  contactBounds,
  isFirstOfDay,
  type PastAsks,
  requesterBounds,
  withAsk,
  withoutAsk,
} from './code-limits.usecases.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = 1_790_000_000_000;
const nothing: PastAsks = { sentAt: [], failedAt: [] };
const ago = (...times: number[]): PastAsks => ({ ...nothing, sentAt: times.map((time) => now - time) });
const minutesAgo = (...times: number[]) => ago(...times.map((time) => time * minute));
const hoursAgo = (...times: number[]) => ago(...times.map((time) => time * hour));

it.each<[string, PastAsks, string | undefined]>([
  ['nothing', nothing, undefined],
  ['one a moment ago', ago(1), 'wait'],
  ['one a minute ago', ago(minute), undefined],
  ['four within the hour', minutesAgo(40, 30, 20, 10), undefined],
  ['five within the hour', minutesAgo(50, 40, 30, 20, 10), 'hourly'],
  ['nine within the day', hoursAgo(18, 16, 14, 12, 10, 8, 6, 4, 2), undefined],
  ['ten within the day', hoursAgo(20, 18, 16, 14, 12, 10, 8, 6, 4, 2), 'daily'],
  ['two that failed', { ...nothing, failedAt: [now - 2, now - 1] }, undefined],
  ['three that failed', { ...nothing, failedAt: [now - 3, now - 2, now - 1] }, 'wait'],
])('after %s', (_, past, why) => {
  expect(codeRefusal(past, requesterBounds, now)?.why).toBe(why);
});

it('ends a wait when it says so', () => {
  const asks = ago(50 * minute, 40 * minute, 30 * minute, 20 * minute, 10 * minute);
  const { waitMs = 0 } = codeRefusal(asks, requesterBounds, now) ?? {};
  expect(waitMs).toBe(10 * minute);
  expect(codeRefusal(asks, requesterBounds, now + waitMs - 1)).toBeDefined();
  expect(codeRefusal(asks, requesterBounds, now + waitMs)).toBeUndefined();
});

it('forgets what was not sent, and what is a day old', () => {
  const asks = withAsk(ago(25 * hour), now);
  expect(asks.sentAt).toEqual([now]);
  expect(withoutAsk(asks, { askedAt: now, now: now + 5 })).toEqual({ sentAt: [], failedAt: [now + 5] });
});

it('leaves first requests their place, whatever further ones have used up', () => {
  const few = ago(...Array.from({ length: 10 }, (_, index) => (10 - index) * minute));
  expect(codeRefusal(few, contactBounds.further, now)?.why).toBe('daily');
  expect(codeRefusal(few, contactBounds.first, now)).toBeUndefined();
  const many = ago(...Array.from({ length: 20 }, (_, index) => 20 - index));
  expect(codeRefusal(many, contactBounds.first, now)?.why).toBe('daily');
});

it('takes a request for the first one again after a day', () => {
  expect([
    isFirstOfDay(nothing, now),
    isFirstOfDay(ago(hour), now),
    isFirstOfDay(ago(24 * hour), now),
  ]).toEqual([true, false, true]);
});
