export { isFinal, isRepeatable } from './outbox.rules.ts';
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
export { useOutboxSender } from './outbox-sender.hook.ts';
export { countWaitingDecisions } from './waiting-count.usecases.ts';
