import { expect, it } from 'vitest';
import { isRefreshDue, type RunningToken } from './refresh.rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = 1_800_000_000_000;
const token: RunningToken = {
  expire: now + 48 * hour,
  bound: true,
  triedAt: null,
  doneAt: null,
  isOwed: false,
};

it.each<[string, Partial<RunningToken>, boolean]>([
  ['long before the expiry', {}, false],
  ['within a day of the expiry', { expire: now + 24 * hour }, true],
  ['within a day of the expiry but not bound to the device', { expire: now + hour, bound: false }, false],
  ['half a minute after a failed attempt', { expire: now + hour, triedAt: now - minute / 2 }, false],
  ['a minute after a failed attempt', { expire: now + hour, triedAt: now - minute }, true],
  [
    'half an hour after a renewal with a short lifetime',
    { expire: now + hour, doneAt: now - hour / 2 },
    false,
  ],
  ['an hour after a renewal with a short lifetime', { expire: now + hour, doneAt: now - hour }, true],
  ['after the expiry', { expire: now }, false],
  ['long before the expiry with a renewal pending since the start', { isOwed: true }, true],
  ['pending, but not bound to the device', { isOwed: true, bound: false }, true],
])('is due for a token %s with %j: %s', (_, part, due) => {
  expect(isRefreshDue({ ...token, ...part }, now)).toBe(due);
});
