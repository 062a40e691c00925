import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useGoBack } from '../../app/shell/back.hook.ts';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { CheckIcon, CloseIcon } from '../../ui/icons.component.tsx';
import type { ApprovalFilter } from './approval-filter.rules.ts';
import { useDecisionDepth } from './decision-depth.hook.ts';
import { flowPath, readAddress } from './flow-address.rules.ts';
import styles from './flow-finish.module.css';
import { useTasks, useWorkTenant } from './work.queries.ts';

const waiting: ApprovalFilter = { list: 'tasks', state: 'awaiting', type: null, date: 'all' };

/** /flowfinish?flowID=…&taskID=…&verdict=approve|reject: what was decided, and what comes next. */
export default function FlowFinishScreen() {
  const { shell, work } = useTexts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const goBack = useGoBack();
  const { depth, leave } = useDecisionDepth();
  const { tserviceVersion } = useWorkTenant();
  const address = readAddress(query);
  const verdict = query.get('verdict');
  const approved = verdict === 'approve';
  const { items, total = 0 } = useTasks(waiting);
  // The list may still be the one from before the decision.
  const next = items.find((task) => task.nodeType === 'approve' && task.id !== address?.taskID);

  // An address without a decision in it must not claim one.
  if (address === null || !(approved || verdict === 'reject')) return <Navigate to={paths.work} replace />;
  return (
    <Screen title={shell.titles.flowfinish} plain>
      <div className={styles.result}>
        <span className={styles.icon} data-approved={approved}>
          {approved ? <CheckIcon size={32} /> : <CloseIcon size={32} />}
        </span>
        <h2 className={styles.title}>{approved ? work.approvedTitle : work.rejectedTitle}</h2>
        <p className={styles.hint}>{work.decidedHint}</p>
        <div className={styles.actions}>
          {next === undefined ? null : (
            <>
              <Button
                wide
                look="primary"
                onClick={() =>
                  void navigate(flowPath({ flowID: next.flow.id, taskID: next.id }, tserviceVersion), {
                    replace: true,
                    state: { depth: depth + 1 },
                  })
                }
              >
                {work.nextTask}
              </Button>
              <p className={styles.hint}>{work.remaining(total)}</p>
            </>
          )}
          <Button wide onClick={goBack}>
            {work.backToFlow}
          </Button>
          <Button wide onClick={leave}>
            {work.done}
          </Button>
        </div>
      </div>
    </Screen>
  );
}
