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
  ['far from its end', {}, false],
  ['within a day of it', { expire: now + 24 * hour }, true],
  ['but not bound, so without a successor', { expire: now + hour, bound: false }, false],
  ['tried half a minute ago', { expire: now + hour, triedAt: now - minute / 2 }, false],
  ['tried a minute ago in vain', { expire: now + hour, triedAt: now - minute }, true],
  ['exchanged half an hour ago for another short one', { expire: now + hour, doneAt: now - hour / 2 }, false],
  ['exchanged an hour ago for another short one', { expire: now + hour, doneAt: now - hour }, true],
  ['past its end', { expire: now }, false],
  ['far from it, but owed since the start', { isOwed: true }, true],
  ['owed, not bound', { isOwed: true, bound: false }, true],
])('is due for a token %s with %j: %s', (_, part, due) => {
  expect(isRefreshDue({ ...token, ...part }, now)).toBe(due);
});
