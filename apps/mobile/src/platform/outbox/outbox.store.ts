import { create } from 'zustand';
import type { NewDecision, Outbox, OutboxEntry, Outcome } from './outbox.types.ts';

type OutboxState = {
  /** Pending and refused decisions of all the account's tenants, the oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Whether the entries have been read. */
  readonly isRead: boolean;
};

const nothing: OutboxState = { entries: [], isRead: false };

export const useOutboxStore = create<OutboxState>(() => nothing);

let running: { readonly outbox: Outbox; readonly accountID: string } | undefined;
let expected: { readonly accountID: string; readonly meet: (outbox: Outbox) => void }[] = [];

/** Attaches the account's outbox. */
export function offerOutbox(outbox: Outbox, accountID: string): void {
  running = { outbox, accountID };
  // Only for callers of this account: another account's pending decision must not be sent here.
  for (const one of expected) if (one.accountID === accountID) one.meet(outbox);
  expected = [];
}

export function takeOutboxBack(): void {
  running = undefined;
  useOutboxStore.setState(nothing);
}

const outboxOfAccount = (accountID: string): Promise<Outbox> =>
  running?.accountID === accountID
    ? Promise.resolve(running.outbox)
    : new Promise((meet) => expected.push({ accountID, meet }));

/** A caller that waits longer than this continues; the decision, once stored, is sent in the background. */
const patience = 6_000;

/** Submits decisions and resolves with their outcomes; they stay pending without a network, or with a slow one. */
export async function submitDecisions(
  accountID: string,
  decisions: readonly NewDecision[],
): Promise<readonly Outcome[]> {
  const outbox = await outboxOfAccount(accountID);
  if (!outbox.keepsWaiting) return outbox.submit(decisions);
  let onKept: () => void = () => undefined;
  const late = new Promise<readonly Outcome[]>((resolve) => {
    onKept = () => setTimeout(() => resolve(decisions.map(() => ({ state: 'waiting' }))), patience);
  });
  return Promise.race([outbox.submit(decisions, onKept), late]);
}

export const withdrawDecision = async (seq: number, evenTried = false): Promise<boolean> =>
  (await running?.outbox.withdraw(seq, evenTried)) ?? false;

export const dismissRefusal = async (seq: number): Promise<void> => running?.outbox.dismiss(seq);

export const sendWaiting = async (): Promise<void> => running?.outbox.flush();
