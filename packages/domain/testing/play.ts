import { applyTransition, decide } from '../src/workflow/decide.ts';
import type { Flow, FlowEvent, FlowSnapshot, Process, Task, Transition } from '../src/workflow/model.ts';

export const applicantID = 'lin';
export const plain: Process = {
  stages: [{ rule: 'any_of', approvers: ['ann', 'bob'] }],
  cc: [],
  fileProcess: { by: 'service' },
  delivery: 'download',
  directComplete: true,
  taskTimeLimit: null,
};

export function started(process: Partial<Process> = {}): Play {
  const flow: Flow = { id: 'f', applicantID, state: 'new', stage: -1, process: { ...plain, ...process } };
  return new Play({ flow, tasks: [] }).do({ type: 'submit', by: applicantID });
}

/** A simulated flow with its situation and its last transition. */
export class Play {
  situation: FlowSnapshot;
  last: Transition | undefined;
  at = 1_000;
  gone = new Set<string>();
  constructor(situation: FlowSnapshot) {
    this.situation = situation;
  }
  get state(): string {
    return this.situation.flow.state;
  }
  outcomes(): Record<string, string | null> {
    return Object.fromEntries(
      this.situation.tasks.map((task) => [`${task.assigneeID ?? 'nobody'}:${task.step}`, task.outcome]),
    );
  }
  open(by: string): Task {
    const task = this.situation.tasks.find(
      ({ assigneeID, state }) => assigneeID === by && state === 'awaiting',
    );
    if (task === undefined) throw new Error(`${by} has no open task`);
    return task;
  }
  try(event: FlowEvent): Transition | { ok: false; code: string } {
    this.at += 1;
    let next = this.situation.tasks.length;
    return decide(this.situation, event, {
      at: this.at,
      newID: () => `t${next++}`,
      isActive: (personID) => !this.gone.has(personID),
    });
  }
  do(event: FlowEvent): this {
    const result = this.try(event);
    if (!result.ok) throw new Error(result.code);
    this.last = result;
    this.situation = applyTransition(this.situation, result);
    return this;
  }
  act(by: string, type: 'approve' | 'reject' | 'complete' | 'read' | 'handle' | 'download'): this {
    return this.do({ type, by, taskID: this.open(by).id, note: null });
  }
  add(by: string, ...approvers: string[]): this {
    return this.do({ type: 'add_approval', by, taskID: this.open(by).id, note: null, approvers });
  }
  transfer(by: string, assignee: string): this {
    return this.do({ type: 'transfer', by, taskID: this.open(by).id, note: null, assignee });
  }
  effects(): string[] {
    return (this.last?.effects ?? []).map((effect) => effect.type);
  }
}
