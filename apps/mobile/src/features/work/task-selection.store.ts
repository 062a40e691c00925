import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import { selectionMost, type TaskSelection } from './task-selection.rules.ts';
import { onTenantChange } from './tenant-change.store.ts';

type Selected = {
  readonly selection: TaskSelection;
  /** Index of the row where a range starts. */
  readonly anchor: number;
  /** Number of tasks that "select all" found; null if it was not used. */
  readonly all: number | null;
};

const none: Selected = { selection: null, anchor: 0, all: null };

/** The selection. It survives opening a task; a change of the account or the tenant resets it. */
export const useTaskSelection = create<Selected>(() => none);
onForgetPlaces(() => useTaskSelection.setState(none));
onTenantChange(() => useTaskSelection.setState(none));

export const selectTasks = (selection: TaskSelection, anchor?: number): void =>
  useTaskSelection.setState({
    selection,
    ...(anchor === undefined ? {} : { anchor }),
    // An empty selection has no type, so the number of all tasks is unknown again.
    ...(selection?.tasks.size ? {} : { all: null }),
  });

export const endSelection = (): void => useTaskSelection.setState(none);

/** Records that the current selection contains all selectable tasks. */
export const markAll = (): void =>
  useTaskSelection.setState(({ selection }) => ({ all: selection?.tasks.size ?? null }));

/** Whether everything is selected; the button then clears the selection. */
export const isAllChosen = ({ selection, all }: Selected): boolean => {
  const count = selection?.tasks.size ?? 0;
  return count > 0 && (count >= selectionMost || (all !== null && count >= all));
};
