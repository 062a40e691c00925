import { create } from 'zustand';
import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';
import { onTenantChange } from '../tenant-change.store.ts';
import { maxSelectedTasks, type TaskSelection } from './task-selection.rules.ts';

type SelectionStore = {
  readonly selection: TaskSelection;
  /** Index of the row where a range starts. */
  readonly anchor: number;
  /** Number of tasks that "select all" found; null if it was not used. */
  readonly all: number | null;
};

const noSelection: SelectionStore = { selection: null, anchor: 0, all: null };

/** The selection. It survives opening a task; a change of the account or the tenant resets it. */
export const useTaskSelection = create<SelectionStore>(() => noSelection);
onScrollPositionsCleared(() => useTaskSelection.setState(noSelection));
onTenantChange(() => useTaskSelection.setState(noSelection));

export const selectTasks = (selection: TaskSelection, anchor?: number): void =>
  useTaskSelection.setState({
    selection,
    ...(anchor === undefined ? {} : { anchor }),
    // An empty selection has no type, so the number of all tasks is unknown again.
    ...(selection?.tasks.size ? {} : { all: null }),
  });

export const endSelection = (): void => useTaskSelection.setState(noSelection);

/** Records that the current selection contains all selectable tasks. */
export const markAllSelected = (): void =>
  useTaskSelection.setState(({ selection }) => ({ all: selection?.tasks.size ?? null }));

/** Whether everything is selected; the button then clears the selection. */
export const isAllSelected = ({ selection, all }: SelectionStore): boolean => {
  const count = selection?.tasks.size ?? 0;
  return count > 0 && (count >= maxSelectedTasks || (all !== null && count >= all));
};
