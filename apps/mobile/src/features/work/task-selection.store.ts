import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import { selectionMost, type TaskSelection } from './task-selection.rules.ts';
import { onTenantChange } from './tenant-change.store.ts';

type Selected = {
  readonly selection: TaskSelection;
  /** The row that a range begins at. */
  readonly anchor: number;
  /** How many 'all' were; null where nobody has asked for them. */
  readonly all: number | null;
};

const none: Selected = { selection: null, anchor: 0, all: null };

/** Stays while one looks at a task and comes back; leaves with the account and the tenant. */
export const useTaskSelection = create<Selected>(() => none);
onForgetPlaces(() => useTaskSelection.setState(none));
onTenantChange(() => useTaskSelection.setState(none));

export const selectTasks = (selection: TaskSelection, anchor?: number): void =>
  useTaskSelection.setState({
    selection,
    ...(anchor === undefined ? {} : { anchor }),
    // With nothing chosen the type is open again, and with it what all are.
    ...(selection?.tasks.size ? {} : { all: null }),
  });

export const endSelection = (): void => useTaskSelection.setState(none);

/** What is chosen now is all there is to choose. */
export const markAll = (): void =>
  useTaskSelection.setState(({ selection }) => ({ all: selection?.tasks.size ?? null }));

/** Whether nothing is left to choose: then the other thing to do with all of them is offered. */
export const isAllChosen = ({ selection, all }: Selected): boolean => {
  const count = selection?.tasks.size ?? 0;
  return count > 0 && (count >= selectionMost || (all !== null && count >= all));
};
