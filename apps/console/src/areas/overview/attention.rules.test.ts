import { expect, test } from 'vitest';
import { attentionOf } from './attention.rules.ts';
import type { FlowsOverview, Overview } from './overview.queries.ts';

const dayMs = 86_400_000;
const now = 1000 * dayMs;
const people = {
  active: 5,
  suspended: 0,
  invited: 2,
  ended: 0,
  lockedAccounts: 1,
  closedAccounts: 0,
  openInvitations: 2,
  expiredInvitations: 0,
};
const overview: Overview = {
  people,
  documents: null,
  licenceKey: { generation: 1, createAt: now - 400 * dayMs },
  days: null,
};
const flows: FlowsOverview = {
  inProgress: 3,
  failedProcessing: 2,
  waitingTasks: 4,
  oldestTaskAt: now - 6 * dayMs,
  overdueTasks: 0,
  days: [],
};

test('what needs attention is listed with the urgent first and without zeros', () => {
  expect(attentionOf(overview, flows, now).map(({ concern, count }) => [concern, count])).toEqual([
    ['failedProcessing', 2],
    ['lockedAccounts', 1],
    ['openInvitations', 2],
    ['oldKey', 400],
  ]);
});

test('a task that waits for a week is listed', () => {
  const old = { ...flows, failedProcessing: 0, oldestTaskAt: now - 7 * dayMs };
  expect(attentionOf({ ...overview, people: null, licenceKey: null }, old, now)).toEqual([
    { concern: 'oldTask', count: 7, isUrgent: false, path: 'applications' },
  ]);
});

test('numbers that the person may not see are left out', () => {
  const nothing = { people: null, documents: null, licenceKey: null, days: null };
  expect(attentionOf(nothing, undefined, now)).toEqual([]);
});
