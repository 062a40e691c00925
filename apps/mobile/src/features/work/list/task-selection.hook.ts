import type { Task } from '@sealflow/contract';
import { useEscape } from '@sealflow/ui/overlays/escape.hook.ts';
import { useCallback } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useLeaveModeOnBack, usePane } from '../../../shell/navigation/pane.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import type { ApprovalFilter } from './approval-filter.rules.ts';
import { addTasks, isBulkable, maxSelectedTasks, toggleTask } from './task-selection.rules.ts';
import { endSelection, markAllSelected, selectTasks, useTaskSelection } from './task-selection.store.ts';
import { useTaskRange, useTasksOfType } from './work-list.queries.ts';

/** Multi-select of tasks: single ones, ranges, or all of a type. */
export function useTaskMultiSelect(
  filter: ApprovalFilter & { readonly list: 'tasks' },
  items: readonly Task[],
) {
  const { work } = useTexts();
  const { isBehind } = usePane();
  const { selection, anchor } = useTaskSelection();
  const loadRange = useTaskRange(filter);
  const loadTasksOfType = useTasksOfType(filter);
  useLeaveModeOnBack(selection !== null, endSelection);
  useEscape(selection !== null && !isBehind, endSelection);

  const showLimit = (chosen: number) => {
    if (chosen >= maxSelectedTasks)
      showSnackbar({ color: 'info', text: work.selection.most(maxSelectedTasks) });
  };
  const add = (tasks: readonly Task[], at?: number) => {
    const next = addTasks(useTaskSelection.getState().selection, tasks);
    selectTasks(next, at);
    if (tasks.length > 1) showLimit(next?.tasks.size ?? 0);
  };
  const showError = () => showSnackbar({ color: 'error', text: work.selection.failed });

  return {
    selection,
    toggle: useCallback((task: Task, index: number) => {
      selectTasks(toggleTask(useTaskSelection.getState().selection, task), index);
    }, []),
    extend: (index: number) => {
      loadRange(anchor, index).then((tasks) => add(tasks, index), showError);
    },
    selectAll: async () => {
      const type = selection?.type ?? filter.type ?? items.find(isBulkable)?.flow.type;
      if (type === undefined) return;
      try {
        add(await loadTasksOfType(type));
      } catch {
        // Offline, "all" means all loaded tasks.
        add(items);
      }
      markAllSelected();
    },
  };
}
