import { useTexts } from '../../../i18n/index.ts';
import { type OutboxEntry, withdrawDecision } from '../../../platform/outbox/index.ts';
import { panePlaceOf } from '../../../shell/navigation/panes.rules.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { type DecisionAction, decisionPath, flowPath } from '../flow-address.rules.ts';
import { useRestoreDraft } from '../outbox/restore-draft.hook.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { queueStateIn, queueStateOf } from './queue-state.rules.ts';
import { useReplaceDetail } from './replace-detail.hook.ts';
import { awaitingTasks } from './task-queue.hook.ts';
import { useWithDocument } from './with-document.hook.ts';

/** Opens a task that was decided, in the queue that goes on from there. */
export function useReturnToTask() {
  const location = useLocation();
  const navigate = useNavigate();
  const replaceDetail = useReplaceDetail();
  const { tserviceVersion } = useWorkTenant();
  const withDocument = useWithDocument();
  return ({ action, flowID, subject, title }: OutboxEntry, withForm: boolean) => {
    const address = { flowID, taskID: action === 'cancel' ? null : subject };
    const state = { ...queueStateOf(awaitingTasks), ...queueStateIn(location.state), depth: 1 };
    const target = (path: string) => withDocument(path, { id: flowID, title }, state);
    const task = target(flowPath(address, tserviceVersion));
    const form = withForm
      ? target(decisionPath(action as DecisionAction, address, tserviceVersion))
      : undefined;
    if (panePlaceOf(location)?.area === 'work') replaceDetail(task, form);
    else navigate((form ?? task).to, { state });
  };
}

/** Takes a decision out of the outbox and returns to its form with the remark. */
export function useUndo() {
  const { work } = useTexts();
  const restoreDraft = useRestoreDraft();
  const returnToTask = useReturnToTask();
  return async (entry: OutboxEntry) => {
    if (!(await withdrawDecision(entry.seq))) {
      showSnackbar({ color: 'info', text: work.outbox.tooLate });
      return;
    }
    restoreDraft(entry);
    returnToTask(entry, true);
  };
}
