import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import {
  dismissRefusal,
  isHeld,
  type OutboxEntry,
  withdrawDecision,
} from '../../../platform/outbox/index.ts';
import { useRefusalText } from '../../../platform/outbox/outbox.hook.ts';
import { RefusedError } from '../../../platform/outbox/refused.errors.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { type DecisionAction, decisionPath } from '../flow-address.rules.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import styles from './outbox.module.css';
import { useRestoreDraft } from './restore-draft.hook.ts';

/** Returns why the service rejected a decision, as text. */
export function useEntryText(): (entry: OutboxEntry) => string {
  const { work } = useTexts();
  const refusalText = useRefusalText();
  return ({ action, refusal }) => {
    if (refusal === null) return '';
    if (action === 'complete' && refusal.code === 'work.not_allowed') return work.notCompletable;
    return refusalText(new RefusedError(refusal));
  };
}

/** Shown above an application: its decision is queued or was rejected, with the remark. */
export function OutboxNotice({ entry }: { readonly entry: OutboxEntry }) {
  const { work, queue } = useTexts();
  const { clock } = usePlatform();
  const entryText = useEntryText();
  const { action, remark, tried, refusal } = entry;
  const name = work.outbox.actions[action];
  const waitingText = isHeld(entry, clock.now()) ? queue.heldHere(name) : work.outbox.waitingHere(name);
  const queuedText = tried ? work.outbox.unsureHere(name) : waitingText;
  return (
    <section
      className={styles.notice}
      data-refused={refusal !== null}
      role={refusal === null ? 'status' : 'alert'}
    >
      <p>{refusal === null ? queuedText : work.outbox.refusedHere(name)}</p>
      {refusal === null ? null : <p className={styles.reason}>{entryText(entry)}</p>}
      {remark === '' ? null : <p className={styles.soft}>{work.outbox.remark(remark)}</p>}
      <div className={styles.actions}>
        <EntryActions entry={entry} />
      </div>
    </section>
  );
}

const decidable: ReadonlySet<string> = new Set([
  'approve',
  'reject',
  'complete',
  'return',
  'add-approval',
  'transfer',
]);

/** Withdraws a queued decision; dismisses a rejected one, or opens its form again. */
export function EntryActions({ entry }: { readonly entry: OutboxEntry }) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const restoreDraft = useRestoreDraft();
  const { tserviceVersion } = useWorkTenant();
  const { seq, action, subject, flowID, tried, refusal } = entry;

  const withdraw = async () => {
    if (tried) {
      const { stopTitle: title, stopText: text, stop: confirmLabel } = work.outbox;
      if (!(await confirm({ title, text, confirmLabel, danger: true }))) return;
    }
    const done = await withdrawDecision(seq, tried);
    if (done) restoreDraft(entry);
    showSnackbar({
      color: done ? 'success' : 'info',
      text: done ? work.outbox.withdrawn : work.outbox.tooLate,
    });
  };
  if (refusal === null) {
    return <Button onClick={() => void withdraw()}>{tried ? work.outbox.stop : work.outbox.withdraw}</Button>;
  }
  const decideAgain = () => {
    restoreDraft(entry);
    const address = { flowID, taskID: subject };
    navigate(decisionPath(action as DecisionAction, address, tserviceVersion));
  };
  return (
    <>
      {decidable.has(action) ? <Button onClick={decideAgain}>{work.outbox.decideAgain}</Button> : null}
      <Button onClick={() => void dismissRefusal(seq)}>{work.outbox.readNotice}</Button>
    </>
  );
}
