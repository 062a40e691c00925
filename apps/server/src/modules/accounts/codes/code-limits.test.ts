import { expect, it } from 'vitest';
import {
  addRequest,
  type CodeRequestLog,
  contactLimits,
  findCodeRefusal,
  isFirstOfDay,
  markRequestFailed,
  requesterLimits,
} from './code-limits.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = 1_790_000_000_000;
const nothing: CodeRequestLog = { sentAt: [], failedAt: [] };
const ago = (...times: number[]): CodeRequestLog => ({ ...nothing, sentAt: times.map((time) => now - time) });
const minutesAgo = (...times: number[]) => ago(...times.map((time) => time * minute));
const hoursAgo = (...times: number[]) => ago(...times.map((time) => time * hour));

it.each<[string, CodeRequestLog, string | undefined]>([
  ['nothing', nothing, undefined],
  ['one just now', ago(1), 'wait'],
  ['one a minute ago', ago(minute), undefined],
  ['four within the hour', minutesAgo(40, 30, 20, 10), undefined],
  ['five within the hour', minutesAgo(50, 40, 30, 20, 10), 'hourly'],
  ['nine within the day', hoursAgo(18, 16, 14, 12, 10, 8, 6, 4, 2), undefined],
  ['ten within the day', hoursAgo(20, 18, 16, 14, 12, 10, 8, 6, 4, 2), 'daily'],
  ['two failed attempts', { ...nothing, failedAt: [now - 2, now - 1] }, undefined],
  ['three failed attempts', { ...nothing, failedAt: [now - 3, now - 2, now - 1] }, 'wait'],
])('decides on a code request after %s', (_, past, why) => {
  expect(findCodeRefusal(past, requesterLimits, now)?.reason).toBe(why);
});

it('ends a wait at the announced time', () => {
  const asks = ago(50 * minute, 40 * minute, 30 * minute, 20 * minute, 10 * minute);
  const { waitMs = 0 } = findCodeRefusal(asks, requesterLimits, now) ?? {};
  expect(waitMs).toBe(10 * minute);
  expect(findCodeRefusal(asks, requesterLimits, now + waitMs - 1)).toBeDefined();
  expect(findCodeRefusal(asks, requesterLimits, now + waitMs)).toBeUndefined();
});

it('forgets failed requests and those older than a day', () => {
  const asks = addRequest(ago(25 * hour), now);
  expect(asks.sentAt).toEqual([now]);
  expect(markRequestFailed(asks, { requestedAt: now, now: now + 5 })).toEqual({
    sentAt: [],
    failedAt: [now + 5],
  });
});

it('reserves quota for first requests, independent of further requests', () => {
  const few = ago(...Array.from({ length: 10 }, (_, index) => (10 - index) * minute));
  expect(findCodeRefusal(few, contactLimits.further, now)?.reason).toBe('daily');
  expect(findCodeRefusal(few, contactLimits.first, now)).toBeUndefined();
  const many = ago(...Array.from({ length: 20 }, (_, index) => 20 - index));
  expect(findCodeRefusal(many, contactLimits.first, now)?.reason).toBe('daily');
});

it('treats a request as the first of the day again after a day', () => {
  expect([
    isFirstOfDay(nothing, now),
    isFirstOfDay(ago(hour), now),
    isFirstOfDay(ago(24 * hour), now),
  ]).toEqual([true, false, true]);
});
