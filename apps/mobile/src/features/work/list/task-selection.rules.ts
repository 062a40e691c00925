import type { Task } from '@sealflow/contract';

/** The service's limit of tasks per bulk decision. */
export const maxSelectedTasks = 100;

/** The data of a selected task that is shown without another request. */
export type ChosenTask = {
  readonly taskID: string;
  readonly flowID: string;
  readonly title: string;
  readonly applicant: string;
  readonly createAt: number;
};

/**
 * The selected tasks, in the order of selection. They have one type, which the first task sets. Null outside of
 * multi-select.
 */
export type TaskSelection = {
  readonly type: Task['flow']['type'] | null;
  readonly tasks: ReadonlyMap<string, ChosenTask>;
} | null;

export const emptySelection: TaskSelection = { type: null, tasks: new Map() };

/** Whether a task can be part of a bulk decision. */
export const isBulkable = (task: Pick<Task, 'state' | 'nodeType'>): boolean =>
  task.state === 'awaiting' && task.nodeType === 'approve';

export const toChosenTask = ({ id, flow }: Task): ChosenTask => ({
  taskID: id,
  flowID: flow.id,
  title: flow.title,
  applicant: flow.applicant.name,
  createAt: flow.createAt,
});

const isSelectable = (type: Task['flow']['type'] | null, task: Task): boolean =>
  isBulkable(task) && (type === null || task.flow.type === type);

/** Adds tasks of the selection's type, up to `maxSelectedTasks`. */
export function addTasks(selection: TaskSelection, tasks: readonly Task[]): TaskSelection {
  let type = selection?.type ?? null;
  const chosen = new Map(selection?.tasks);
  for (const task of tasks) {
    if (chosen.size >= maxSelectedTasks || !isSelectable(type, task)) continue;
    type = task.flow.type;
    chosen.set(task.id, toChosenTask(task));
  }
  return { type, tasks: chosen };
}

/** Toggles a task in multi-select. An empty selection accepts any type again. */
export function toggleTask(selection: TaskSelection, task: Task): TaskSelection {
  if (selection === null || !selection.tasks.has(task.id)) return addTasks(selection, [task]);
  const tasks = new Map(selection.tasks);
  tasks.delete(task.id);
  return tasks.size === 0 ? emptySelection : { ...selection, tasks };
}

/** Whether a task is selected, can be selected, or has another type. */
export function selectionStateOf(selection: TaskSelection, task: Task): 'on' | 'off' | 'unfit' | null {
  if (selection === null) return null;
  if (selection.tasks.has(task.id)) return 'on';
  return isSelectable(selection.type, task) ? 'off' : 'unfit';
}
