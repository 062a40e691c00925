import type { Task } from '@sealflow/contract';
import { useCallback } from 'react';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDismissOnBack } from '../../ui/dismiss.hook.ts';
import { useEscape } from '../../ui/escape.hook.ts';
import type { ApprovalFilter } from './approval-filter.rules.ts';
import { isBulkable, selectionMost, toggledTask, withTasks } from './task-selection.rules.ts';
import { endSelection, markAll, selectTasks, useTaskSelection } from './task-selection.store.ts';
import { useTaskRange, useTasksOfType } from './work-list.queries.ts';

/** Multi-select of tasks: single ones, ranges, or all of a type. */
export function useSelecting(filter: ApprovalFilter & { readonly list: 'tasks' }, items: readonly Task[]) {
  const { work } = useTexts();
  const { selection, anchor } = useTaskSelection();
  const rangeOf = useTaskRange(filter);
  const tasksOf = useTasksOfType(filter);
  useDismissOnBack(selection !== null, endSelection);
  useEscape(selection !== null, endSelection);

  const sayMost = (chosen: number) => {
    if (chosen >= selectionMost) showSnackbar({ color: 'info', text: work.selection.most(selectionMost) });
  };
  const add = (tasks: readonly Task[], at?: number) => {
    const next = withTasks(useTaskSelection.getState().selection, tasks);
    selectTasks(next, at);
    if (tasks.length > 1) sayMost(next?.tasks.size ?? 0);
  };
  const fail = () => showSnackbar({ color: 'error', text: work.selection.failed });

  return {
    selection,
    toggle: useCallback((task: Task, index: number) => {
      selectTasks(toggledTask(useTaskSelection.getState().selection, task), index);
    }, []),
    extend: (index: number) => {
      rangeOf(anchor, index).then((tasks) => add(tasks, index), fail);
    },
    selectAll: async () => {
      const type = selection?.type ?? filter.type ?? items.find(isBulkable)?.flow.type;
      if (type === undefined) return;
      try {
        add(await tasksOf(type));
      } catch {
        // Offline, "all" means all loaded tasks.
        add(items);
      }
      markAll();
    },
  };
}
