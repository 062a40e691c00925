import { create } from 'zustand';
import type { NewDecision, Outbox, OutboxEntry, Outcome } from './outbox.types.ts';

type OutboxState = {
  /** What waits and what was refused, of all the account's tenants, the oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Whether the entries were read already. */
  readonly isRead: boolean;
};

const nothing: OutboxState = { entries: [], isRead: false };

export const useOutboxStore = create<OutboxState>(() => nothing);

let running: { readonly outbox: Outbox; readonly accountID: string } | undefined;
let expected: { readonly accountID: string; readonly meet: (outbox: Outbox) => void }[] = [];

/** The account's outbox offers itself here. */
export function offerOutbox(outbox: Outbox, accountID: string): void {
  running = { outbox, accountID };
  // What another account decided in its last moment is not this one's to send.
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

/** Whoever waits longer than this for an answer goes on, and the decision, once it is written down, waits alone. */
const patience = 6_000;

/** Takes decisions in and says what became of them; they wait where there is no line, or a slow one. */
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
