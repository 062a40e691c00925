export { useOutboxSender } from './outbox.hook.ts';
export { isFinal, isHeld, isRepeatable, undoMs } from './outbox.rules.ts';
export {
  dismissRefusal,
  sendWaiting,
  submitDecisions,
  useOutboxStore,
  withdrawDecision,
} from './outbox.store.ts';
export type {
  ChosenPerson,
  NewDecision,
  OutboxAction,
  OutboxEntry,
  Outcome,
  Refusal,
  SendApplication,
} from './outbox.types.ts';
export { countWaitingDecisions } from './outbox-sender.usecases.ts';
export { invalidateWork, isOfFlows, knownFlowOf } from './stale-work.util.ts';
