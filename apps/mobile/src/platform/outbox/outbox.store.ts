import { create } from 'zustand';
import type { NewDecision, Outbox, OutboxEntry, Outcome } from './outbox.types.ts';

type OutboxState = {
  /** Pending and refused decisions of all the account's tenants, the oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Whether the entries have been read. */
  readonly isRead: boolean;
};

const initialState: OutboxState = { entries: [], isRead: false };

export const useOutboxStore = create<OutboxState>(() => initialState);

let attached: { readonly outbox: Outbox; readonly accountID: string } | undefined;
let waitingCallers: { readonly accountID: string; readonly resolve: (outbox: Outbox) => void }[] = [];

/** Attaches the account's outbox. */
export function attachOutbox(outbox: Outbox, accountID: string): void {
  attached = { outbox, accountID };
  // Only for callers of this account: another account's pending decision must not be sent here.
  for (const one of waitingCallers) if (one.accountID === accountID) one.resolve(outbox);
  waitingCallers = [];
}

export function detachOutbox(): void {
  attached = undefined;
  useOutboxStore.setState(initialState);
}

const waitForOutbox = (accountID: string): Promise<Outbox> =>
  attached?.accountID === accountID
    ? Promise.resolve(attached.outbox)
    : new Promise((resolve) => waitingCallers.push({ accountID, resolve }));

/** A caller that waits longer than this continues; the decision, once stored, is sent in the background. */
const answerTimeoutMs = 6_000;

/** Submits decisions and resolves with their outcomes; they stay pending without a network, or with a slow one. */
export async function submitDecisions(
  accountID: string,
  decisions: readonly NewDecision[],
): Promise<readonly Outcome[]> {
  const outbox = await waitForOutbox(accountID);
  if (!outbox.isPersistent) return outbox.submit(decisions);
  let onStored: () => void = () => undefined;
  const timeout = new Promise<readonly Outcome[]>((resolve) => {
    onStored = () => setTimeout(() => resolve(decisions.map(() => ({ state: 'waiting' }))), answerTimeoutMs);
  });
  return Promise.race([outbox.submit(decisions, onStored), timeout]);
}

export const withdrawDecision = async (seq: number, evenTried = false): Promise<boolean> =>
  (await attached?.outbox.withdraw(seq, evenTried)) ?? false;

export const dismissRefusal = async (seq: number): Promise<void> => attached?.outbox.dismiss(seq);

export const sendWaiting = async (): Promise<void> => attached?.outbox.flush();
