import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attachOutbox, detachOutbox, submitDecisions } from './outbox.store.ts';
import type { NewDecision, Outbox, Outcome } from './outbox.types.ts';

const decision: NewDecision = {
  tid: 't1',
  action: 'approve',
  flowID: 'f1',
  subject: 'k1',
  title: '外发',
  remark: '',
  people: [],
  seen: null,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  detachOutbox();
  vi.useRealTimers();
});

const offer = (submit: Outbox['submit']) =>
  attachOutbox({ isPersistent: true, submit } as Partial<Outbox> as Outbox, 'a1');

it('reports a stored decision as waiting after a while', async () => {
  offer((_, onKept) => {
    onKept?.();
    return new Promise<readonly Outcome[]>(() => undefined);
  });
  const outcome = submitDecisions('a1', [decision]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await outcome).toEqual([{ state: 'waiting' }]);
});

it('does not report a decision as waiting before it is stored, because storing may still fail', async () => {
  offer(
    () =>
      new Promise((_, reject) => {
        setTimeout(() => reject(new Error('no room')), 20_000);
      }),
  );
  const outcome = submitDecisions('a1', [decision]);
  outcome.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(outcome).rejects.toThrow('no room');
});
