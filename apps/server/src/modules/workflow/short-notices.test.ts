import { expect, test } from 'vitest';
import type { Notice } from './notice.types.ts';
import { shortNotices } from './short-notices.util.ts';

const notices: readonly Notice[] = [
  { type: 'task_closed', taskID: 't1', assigneeID: 'ann', outcome: 'approved_by_others' },
  { type: 'task_closed', taskID: 't2', assigneeID: 'bob', outcome: 'approved_by_others' },
  { type: 'task_closed', taskID: 't3', assigneeID: 'cat', outcome: 'deadline_exceeded' },
  { type: 'task_opened', taskID: 't4', assigneeID: 'ann' },
  { type: 'flow_changed', state: 'finished' },
  { type: 'task_opened', taskID: 't5', assigneeID: 'bob' },
  { type: 'commented', commentID: 'c', fid: 'dan', isMentioned: true },
  { type: 'task_due', taskID: 't5', assigneeID: 'bob', dueAt: 5 },
];
const job = { tid: 't', flowID: 'f', at: 7, notices };

test('notices have the same content and order after they were stored in the short form', () => {
  const stored = JSON.parse(JSON.stringify(shortNotices.shorten(job))) as object;
  expect(shortNotices.restore(stored)).toEqual(job);
  expect(shortNotices.restore(shortNotices.shorten({ ...job, step: 'approve' }))).toEqual({
    ...job,
    step: 'approve',
  });
  expect(JSON.stringify(stored).length).toBeLessThan(0.7 * JSON.stringify(job).length);
});

test('the tenant is found by its name, and each person is an element that the erasure of a member replaces', () => {
  const stored = shortNotices.shorten(job) as { tid: string; n: readonly unknown[] };
  expect(stored.tid).toBe('t');
  expect(stored.n[0]).toEqual(['approved_by_others', 't1', 'ann', 't2', 'bob']);
});

test('a job that an earlier release stored is unchanged', () => {
  expect(shortNotices.restore(job)).toEqual(job);
});
