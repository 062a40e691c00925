import { create } from 'zustand';
import { onForgetPlaces } from '../../app/shell/scroll.hook.ts';
import type { TaskSelection } from './task-selection.rules.ts';
import { onTenantChange } from './tenant-change.store.ts';

type Selected = {
  readonly selection: TaskSelection;
  /** The row that a range begins at. */
  readonly anchor: number;
};

const none: Selected = { selection: null, anchor: 0 };

/** Stays while one looks at a task and comes back; leaves with the account and the tenant. */
export const useTaskSelection = create<Selected>(() => none);
onForgetPlaces(() => useTaskSelection.setState(none));
onTenantChange(() => useTaskSelection.setState(none));

export const selectTasks = (selection: TaskSelection, anchor?: number): void =>
  useTaskSelection.setState(anchor === undefined ? { selection } : { selection, anchor });

export const endSelection = (): void => useTaskSelection.setState(none);
