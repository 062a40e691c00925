import type { Flow, Task } from '@sealflow/contract';
import type { MenuItem } from '@sealflow/ui/overlays/menu.component.tsx';
import type { MouseEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { openContextMenu } from '../../../shell/lists/context-menu.store.ts';
import { useStableCallback } from '../../../shell/lists/stable-callback.hook.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { canRemind } from '../flow/flow-buttons.rules.ts';
import { decisionPath } from '../flow-address.rules.ts';
import { useReminder } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { isBulkable } from './task-selection.rules.ts';
import { useVisibleButtons } from './work-buttons.hook.ts';

type RowEvent = MouseEvent<HTMLElement>;

type TaskMenuActions = {
  readonly open: (task: Task) => void;
  /** Undefined where there is no multi-select. */
  readonly select?: (task: Task, index: number) => void;
  /** Whether a decision on the task waits to be sent. */
  readonly isQueued: (task: Task) => boolean;
};

/** Opens the context menu of a task. A decision opens its form: nothing is decided from the menu. */
export function useTaskMenu({ open, select, isQueued }: TaskMenuActions) {
  const { work, rows } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const buttons = useVisibleButtons();
  return useStableCallback((event: RowEvent, task: Task, index: number) => {
    const canDecide = isBulkable(task) && !isQueued(task);
    const items: MenuItem[] = [{ id: 'open', label: rows.open }];
    if (canDecide && buttons.approve) items.push({ id: 'approve', label: work.approve });
    if (canDecide && buttons.reject) items.push({ id: 'reject', label: work.reject });
    if (canDecide && select) items.push({ id: 'select', label: rows.select });
    const onSelect = (id: string) => {
      if (id === 'open') open(task);
      else if (id === 'select') select?.(task, index);
      else if (id === 'approve' || id === 'reject')
        navigate(decisionPath(id, { flowID: task.flow.id, taskID: task.id }, tserviceVersion));
    };
    openContextMenu(event, { items, onSelect });
  });
}

/** Opens the context menu of an own application. */
export function useFlowMenu(open: (flow: Flow) => void) {
  const { work, rows } = useTexts();
  const showFailure = useShowFailure();
  const { mutate: remind } = useReminder();
  return useStableCallback((event: RowEvent, flow: Flow) => {
    const items: MenuItem[] = [{ id: 'open', label: rows.open }];
    if (canRemind(flow)) items.push({ id: 'remind', label: work.remind });
    const onSelect = (id: string) => {
      if (id === 'open') return open(flow);
      return remind(flow.id, {
        onError: showFailure,
        onSuccess: ({ reminded }) => showSnackbar({ color: 'success', text: work.reminded(reminded) }),
      });
    };
    openContextMenu(event, { items, onSelect });
  });
}
