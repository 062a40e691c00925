import { expect, it } from 'vitest';
import { createDecision } from '../../../testing/outbox/test-outbox.ts';
import type { Api } from '../api/index.ts';
import type { OutboxEntry } from './outbox.types.ts';
import { wasAlreadyApplied } from './outbox-request.client.ts';

const entry: OutboxEntry = {
  ...createDecision('k1'),
  remark: ' 同意 ',
  seq: 1,
  requestKey: 'key-1',
  createAt: 0,
  notBefore: null,
  state: 'waiting',
  tried: true,
  refusal: null,
};
const task = (id: string, fid: string, outcome: string | null, note: string | null) => ({
  id,
  assignee: { fid, name: fid },
  state: outcome === null ? 'awaiting' : 'processed',
  outcome,
  note,
});

/** A canceled application with these tasks. */
const apiWith = (tasks: readonly object[]): Api =>
  ({
    call: async (name: string) => ({ data: name.endsWith('/process') ? [{ tasks }] : { state: 'canceled' } }),
  }) as unknown as Api;
const isOwn = (change: Partial<OutboxEntry>, ...tasks: readonly object[]) =>
  wasAlreadyApplied(apiWith(tasks), { ...entry, ...change }, new AbortController().signal);

it('recognises its own decision by the remark, and not by the verdict alone', async () => {
  expect(await isOwn({}, task('k1', 'ann', 'approved', '同意'))).toBe(true);
  expect(await isOwn({}, task('k1', 'ann', 'approved', '在另一台手机上同意'))).toBe(false);
  expect(await isOwn({}, task('k1', 'ann', 'rejected', '同意'))).toBe(false);
  expect(await isOwn({ remark: '' }, task('k1', 'ann', 'approved', null))).toBe(true);
});

it('recognises its own transfer by the assignee', async () => {
  const handed = [task('k1', 'ann', 'transferred', '同意'), task('k2', 'bob', null, null)];
  const to = (fid: string) => isOwn({ action: 'transfer', people: [{ fid, name: fid }] }, ...handed);
  expect(await to('bob')).toBe(true);
  expect(await to('eve')).toBe(false);
});

it('recognises a cancellation as its own only with an empty remark', async () => {
  expect(await isOwn({ action: 'cancel', remark: '' })).toBe(true);
  expect(await isOwn({ action: 'cancel' })).toBe(false);
});
