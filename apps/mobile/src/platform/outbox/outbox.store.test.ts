import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDecision } from '../../../testing/outbox/test-outbox.ts';
import { attachOutbox, detachOutbox, submitDecisions } from './outbox.store.ts';
import type { Outbox, Outcome } from './outbox.types.ts';

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
  const outcome = submitDecisions('a1', [createDecision()]);
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
  const outcome = submitDecisions('a1', [createDecision()]);
  outcome.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(outcome).rejects.toThrow('no room');
});
