import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { useTexts } from '../../../i18n/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { useSetTextDraft } from '../text-draft.hook.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { bulkDraftName, serializeBulkTasks } from './bulk-draft.rules.ts';
import styles from './selection-bar.module.css';
import { emptySelection, type TaskSelection } from './task-selection.rules.ts';
import { isAllSelected, selectTasks, useTaskSelection } from './task-selection.store.ts';
import { useVisibleButtons } from './work-buttons.hook.ts';

type SelectionBarProps = {
  readonly selection: NonNullable<TaskSelection>;
  readonly typeName: string | null;
  readonly onSelectAll: () => Promise<void>;
};

/** The actions for the selected tasks; the next screen has one confirmation for all of them. */
export function SelectionBar({ selection, typeName, onSelectAll }: SelectionBarProps) {
  const { work } = useTexts();
  const navigate = useNavigate();
  const setDraft = useSetTextDraft();
  const buttons = useVisibleButtons();
  const { tid } = useWorkTenant();
  const { tasks } = selection;
  const isAll = useTaskSelection(isAllSelected);
  const decide = (verdict: 'approve' | 'reject') => {
    setDraft(bulkDraftName(tid), serializeBulkTasks([...tasks.values()]));
    navigate(viewAddress(verdict === 'approve' ? paths.taskagree : paths.taskrefuse, 'bulk'));
  };
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <Button
          ref={focusIfLost}
          variant="quiet"
          onClick={() => (isAll ? selectTasks(emptySelection) : void onSelectAll())}
        >
          {isAll ? work.selection.none : work.selection.all}
        </Button>
        <output className={styles.count}>{work.selection.count(tasks.size)}</output>
      </div>
      {typeName === null ? null : <p className={styles.type}>{work.selection.ofType(typeName)}</p>}
      <div className={styles.actions}>
        {buttons.reject ? (
          <Button disabled={tasks.size === 0} onClick={() => decide('reject')}>
            {work.bulk.reject}
          </Button>
        ) : null}
        {buttons.approve ? (
          <Button variant="primary" disabled={tasks.size === 0} onClick={() => decide('approve')}>
            {work.bulk.approve}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
