import type {
  Flow,
  FlowEffect,
  FlowSnapshot,
  Process,
  Stage,
  Task,
  Transition,
  WorkflowContext,
} from './model.ts';
import { shiftSkipped } from './skipped-stages.ts';
import { type AssigneeOutcome, type ExternalOutcome, type FlowState, isTerminal } from './vocabulary.ts';

export type Opening = Pick<Task, 'step' | 'stage' | 'assigneeID'> & Partial<Pick<Task, 'replaces' | 'added'>>;

/**
 * Collects the changes of one event to a flow and returns them as one transition. The mutable state never leaves
 * `decide`, so that the rules stay pure functions.
 */
export class Draft {
  readonly context: WorkflowContext;
  #flow: Flow;
  readonly #tasks: Map<string, Task>;
  readonly #touched = new Set<string>();
  readonly #effects: FlowEffect[] = [];

  constructor(snapshot: FlowSnapshot, context: WorkflowContext) {
    this.context = context;
    this.#flow = snapshot.flow;
    this.#tasks = new Map(snapshot.tasks.map((task) => [task.id, task]));
  }

  get flow(): Flow {
    return this.#flow;
  }

  get tasks(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  /** The tasks that can still be processed. */
  get open(): readonly Task[] {
    return this.tasks.filter((task) => task.state === 'awaiting');
  }

  /** The active people among these, without duplicates. */
  activeAmong(people: readonly string[]): readonly string[] {
    return [...new Set(people)].filter(this.context.isActive);
  }

  enterState(state: FlowState, stage: number = this.#flow.stage): void {
    if (state !== this.#flow.state) {
      // A state that is entered and left within one event is not reported.
      const earlier = this.#effects.findIndex((effect) => effect.type === 'flow_changed');
      if (earlier >= 0) this.#effects.splice(earlier, 1);
      this.#effects.push({ type: 'flow_changed', state });
    }
    this.#flow = { ...this.#flow, state, stage };
  }

  /** Replaces the process. Closed stages must keep their indexes. */
  replaceProcess(process: Process): void {
    this.#flow = { ...this.#flow, process };
  }

  /** Replaces the stages after the one that is open. */
  replaceStages(stages: readonly Stage[]): void {
    const { process, stage: index } = this.#flow;
    const by = stages.length - process.stages.length;
    const skipped = shiftSkipped(process.skipped, { index, by });
    this.replaceProcess({ ...process, stages, ...(skipped === undefined ? {} : { skipped }) });
  }

  openTask(newTask: Opening): void {
    const { at, newID } = this.context;
    const limit = this.#flow.process.taskTimeLimit;
    const hasDeadline = limit !== null && (newTask.step === 'approve' || newTask.step === 'file_process');
    const task: Task = {
      replaces: null,
      added: false,
      ...newTask,
      id: newID(),
      state: 'awaiting',
      outcome: null,
      note: null,
      createAt: at,
      processTime: null,
      dueAt: hasDeadline ? at + limit : null,
    };
    this.#put(task);
    if (task.assigneeID !== null) {
      this.#effects.push({ type: 'task_opened', taskID: task.id, assigneeID: task.assigneeID });
    }
    if (task.dueAt !== null) this.#watch(task.dueAt);
  }

  /** Closes a task with its assignee's own outcome. */
  processTask(task: Task, outcome: AssigneeOutcome, note: string | null): void {
    this.#put({ ...task, state: 'processed', outcome, note, processTime: this.context.at });
  }

  /** Cancels a task. Its assignee is notified. */
  cancelTask(task: Task, outcome: ExternalOutcome): void {
    this.#put({ ...task, state: 'canceled', outcome, processTime: this.context.at });
    if (task.assigneeID !== null) {
      this.#effects.push({ type: 'task_closed', taskID: task.id, assigneeID: task.assigneeID, outcome });
    }
  }

  /** Records in the history that a step had no eligible assignee. */
  recordMissingAssignee(
    position: Pick<Task, 'step' | 'stage'>,
    outcome: 'approval_no_executor' | 'file_processing_no_executor',
  ): void {
    const { at, newID } = this.context;
    this.#put({
      ...position,
      id: newID(),
      assigneeID: null,
      state: 'canceled',
      outcome,
      note: null,
      createAt: at,
      processTime: at,
      dueAt: null,
      replaces: null,
      added: false,
    });
  }

  /** Ends the flow and cancels every open task with `outcome`. */
  endFlow(state: FlowState, outcome: ExternalOutcome): void {
    for (const task of this.open) this.cancelTask(task, outcome);
    this.enterState(state);
  }

  addEffect(effect: 'process_files' | 'send_email'): void {
    this.#effects.push({ type: effect });
  }

  toTransition(): Transition {
    const isOver = isTerminal(this.#flow.state);
    return {
      ok: true,
      flow: this.#flow,
      tasks: [...this.#touched].map((id) => this.#tasks.get(id)).filter((task) => task !== undefined),
      // A flow that has ended has no deadline to watch.
      effects: isOver ? this.#effects.filter((effect) => effect.type !== 'watch_deadline') : this.#effects,
    };
  }

  #put(task: Task): void {
    this.#tasks.set(task.id, task);
    this.#touched.add(task.id);
  }

  #watch(dueAt: number): void {
    const isWatched = this.#effects.some(
      (effect) => effect.type === 'watch_deadline' && effect.dueAt === dueAt,
    );
    if (!isWatched) this.#effects.push({ type: 'watch_deadline', dueAt });
  }
}
