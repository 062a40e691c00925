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
  failedDeliveries: { days: 7, mail: 2, sms: 0, push: 9 },
};
const flows: FlowsOverview = {
  inProgress: 3,
  failedProcessing: 2,
  failedMails: 1,
  waitingTasks: 4,
  oldestTaskAt: now - 6 * dayMs,
  overdueTasks: 4,
  longWaiting: 0,
  overdueApplications: 3,
  days: [],
};

test('what needs attention is listed with the urgent first and without zeros', () => {
  expect(attentionOf(overview, flows, now).map(({ concern, count }) => [concern, count])).toEqual([
    ['failedProcessing', 2],
    ['failedMails', 1],
    ['overdueTasks', 3],
    ['lockedAccounts', 1],
    ['failedMailDeliveries', 2],
    ['failedPushes', 9],
    ['openInvitations', 2],
    ['oldKey', 400],
  ]);
});

test('each links to the list that shows exactly these', () => {
  const waiting = { ...flows, longWaiting: 2 };
  const expired = { ...overview, people: { ...people, expiredInvitations: 1 } };
  const paths = attentionOf(expired, waiting, now).map(({ concern, path }) => [concern, path]);
  expect(Object.fromEntries(paths)).toEqual({
    failedProcessing: 'applications?state=not_processed',
    failedMails: 'applications?problem=mail_failed',
    overdueTasks: 'applications?problem=overdue',
    lockedAccounts: 'people?accountState=locked',
    failedMailDeliveries: 'mailboxes?tab=failures&days=7&channel=mail',
    failedPushes: 'mailboxes?tab=failures&days=7&channel=push',
    longWaiting: 'applications?waiting=168',
    expiredInvitations: 'people?invitation=expired',
    openInvitations: 'people?invitation=open',
    oldKey: 'keys',
  });
});

test('numbers that the person may not see are left out', () => {
  const nothing = { people: null, documents: null, licenceKey: null, days: null, failedDeliveries: null };
  expect(attentionOf(nothing, undefined, now)).toEqual([]);
});
