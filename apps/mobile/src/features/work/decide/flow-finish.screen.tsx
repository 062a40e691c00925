import { CheckIcon, CloseIcon, OfflineIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { isHeld, useOutboxStore } from '../../../platform/outbox/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { Navigate, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { type DecisionAction, flowPath, parseFlowAddress } from '../flow-address.rules.ts';
import { emptyFilter } from '../list/approval-filter.rules.ts';
import { useWorkList } from '../list/work-list.queries.ts';
import { useOutboxEntries } from '../outbox/outbox-entries.hook.ts';
import { useFlow } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import { decisionTexts } from './decision-texts.rules.ts';
import styles from './flow-finish.module.css';

const awaitingFilter = { ...emptyFilter('tasks'), list: 'tasks', state: 'awaiting' } as const;

const verdicts: ReadonlySet<string> = new Set([
  'approve',
  'reject',
  'complete',
  'return',
  'add-approval',
  'transfer',
]);

/** /flowfinish?flowID=…&taskID=…&verdict=…[&state=waiting]: the result of a decision, and the next task. */
export default function FlowFinishScreen() {
  const texts = useTexts();
  const { shell, work, queue } = texts;
  const navigate = useNavigate();
  const query = useQueryParams();
  const { returnToList, openFlow } = useDecisionDepth();
  const address = parseFlowAddress(query);
  const verdict = query.get('verdict') ?? '';
  const entries = useOutboxEntries();
  const isRead = useOutboxStore((state) => state.isRead);
  const { tserviceVersion } = useWorkTenant();
  const { clock } = usePlatform();
  const flow = useFlow(address?.flowID ?? '');
  const wasQueued = query.get('state') === 'waiting';
  const entry = entries.find(({ subject }) => subject === address?.taskID);
  const canUndo = entry !== undefined && isHeld(entry, clock.now());
  // The entry may have been sent or withdrawn since; the task's state tells which.
  const isOpen = flow.data?.info.myTask?.id === address?.taskID;
  const isQueued = wasQueued && !canUndo && (entry !== undefined || (isOpen && flow.isFetching));

  // An address without a valid verdict must not show a result.
  if (address === null || !verdicts.has(verdict)) return <Navigate to={paths.work} replace />;
  if (wasQueued && isOpen && !isQueued && !canUndo && isRead)
    return <Navigate to={flowPath(address, tserviceVersion)} replace />;
  const { done } = decisionTexts(texts, verdict as DecisionAction);
  return (
    <Screen title={shell.titles.flowfinish} plain>
      <div className={styles.result}>
        <ResultIcon isQueued={isQueued} isRejected={verdict === 'reject'} />
        <h2 className={styles.title}>{isQueued ? work.waitingTitle : done}</h2>
        <p className={styles.hint}>
          {isQueued ? work.waitingDecisionHint : canUndo ? queue.heldHint : work.decidedHint}
        </p>
        <div className={styles.actions}>
          <NextTask taskID={address.taskID} />
          {isQueued ? (
            <Button wide onClick={() => navigate(viewAddress(paths.work, 'outbox'))}>
              {work.viewWaiting}
            </Button>
          ) : null}
          <Button wide onClick={openFlow}>
            {work.backToFlow}
          </Button>
          <Button wide onClick={returnToList}>
            {work.done}
          </Button>
        </div>
      </div>
    </Screen>
  );
}

function ResultIcon({ isQueued, isRejected }: { readonly isQueued: boolean; readonly isRejected: boolean }) {
  const kind = isQueued ? 'waiting' : isRejected ? 'rejected' : 'done';
  return (
    <span className={styles.icon} data-kind={kind}>
      {isQueued ? <OfflineIcon size={32} /> : null}
      {kind === 'done' ? <CheckIcon size={32} /> : null}
      {kind === 'rejected' ? <CloseIcon size={32} /> : null}
    </span>
  );
}

/** Opens the next task that awaits approval; hidden if there is none. */
function NextTask({ taskID }: { readonly taskID: string | null }) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const { depth, passedState } = useDecisionDepth();
  const { tserviceVersion } = useWorkTenant();
  const { items, load } = useWorkList(awaitingFilter);
  const entries = useOutboxEntries();
  // The list may be older than the decision.
  const decided = new Set([taskID, ...entries.map(({ subject }) => subject)]);
  const next = items.find((task) => task.nodeType === 'approve' && !decided.has(task.id));
  if (next === undefined) return null;
  const address = { flowID: next.flow.id, taskID: next.id };
  return (
    <>
      <Button
        wide
        variant="primary"
        onClick={() =>
          navigate(flowPath(address, tserviceVersion), {
            replace: true,
            state: { ...passedState, depth: depth + 1 },
          })
        }
      >
        {work.nextTask}
      </Button>
      {load.status === 200 ? <p className={styles.hint}>{work.remaining(load.total)}</p> : null}
    </>
  );
}
