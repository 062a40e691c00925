import {
  applyTransition,
  decide,
  type FlowEvent,
  type FlowSnapshot,
  type FlowState,
  type Process,
  stagesInForce,
  type Task,
} from '@sealflow/domain/workflow';

/** A flow from the database. */
export interface StoredFlow {
  readonly flowID: string;
  readonly applicant: string;
  readonly state: FlowState;
  readonly process: Process;
  /** In the order in which they were opened. */
  readonly tasks: readonly Task[];
  /** The actions of people in the order of their insertion. */
  readonly events: readonly FlowEvent[];
}

/** Events of the service have no row, so they may have happened between any two stored events. */
const serviceEvents: readonly FlowEvent[] = [
  { type: 'processing_started' },
  { type: 'processing_done' },
  { type: 'processing_failed' },
  { type: 'email_sent' },
];

/** An event, and the time of the service at it. */
type TimedEvent = { readonly event: FlowEvent; readonly at: number };

/** Deadlines pass at any time, in the order of the tasks that have one. */
const deadlinesOf = (tasks: readonly Task[]) =>
  [...new Set(tasks.flatMap(({ dueAt }) => dueAt ?? []))].map((at) => ({
    event: { type: 'deadline_reached' } as const,
    at,
    isStored: false,
  }));

/**
 * Replays the decisions of a flow with the rules of the domain.
 * @returns why the stored state does not follow from them, or undefined.
 */
export function replay(flow: StoredFlow): string | undefined {
  const { flowID: id, applicant: applicantID, events } = flow;
  const process = designedProcess(flow.process);
  const start: FlowSnapshot = { flow: { id, applicantID, state: 'new', stage: -1, process }, tasks: [] };
  const visited = new Set<string>();
  const pending: { situation: FlowSnapshot; next: number }[] = [{ situation: start, next: 0 }];
  const possibleEvents = [
    ...serviceEvents.map((event) => ({ event, at: 0, isStored: false })),
    ...deadlinesOf(flow.tasks),
  ];
  let furthest = 0;
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    const { situation, next } = position;
    const key = `${next} ${JSON.stringify([situation.flow.state, situation.flow.stage, situation.tasks.map((task) => [task.state, task.outcome])])}`;
    if (visited.has(key)) continue;
    visited.add(key);
    furthest = Math.max(furthest, next);
    if (next === events.length && isSame(situation, flow)) return undefined;
    const event = events[next];
    const steps: (TimedEvent & { readonly isStored: boolean })[] = [...possibleEvents];
    if (event) steps.push({ event, at: 0, isStored: true });
    for (const one of steps) {
      const after = step(situation, one, flow);
      if (after) pending.push({ situation: after, next: one.isStored ? next + 1 : next });
    }
  }
  return furthest < events.length
    ? `${events[furthest]?.type} as event ${furthest + 1} of ${events.length} is not possible`
    : `its decisions do not lead to ${flow.state}`;
}

/** The process of the first submission. Returns have appended stages, and the types of the load never change. */
export function designedProcess(process: Process): Process {
  const { stages } = process;
  const designed = stagesInForce(stages, stages.length - 1).flatMap((index) => stages[index] ?? []);
  return { ...process, stages: designed.map(({ rule, approvers }) => ({ rule, approvers })) };
}

/** @returns undefined if the rules refuse the event, or if it opens other tasks than are stored. */
function step(
  situation: FlowSnapshot,
  { event, at }: TimedEvent,
  { tasks, process: { escalation } }: StoredFlow,
): FlowSnapshot | undefined {
  let position = situation.tasks.length;
  const newID = () => {
    const id = tasks[position]?.id ?? `beyond-${position}`;
    position += 1;
    return id;
  };
  // The rows of the decisions name the assignees whose deputies decided.
  const context = {
    at,
    newID,
    isActive: () => true,
    isDeputyOf: () => true,
    escalationTargets: () => (escalation?.to === 'people' ? escalation.people : []),
  };
  const result = decide(situation, event, context);
  if (!result.ok) return undefined;
  const after = applyTransition(situation, result);
  const matches = after.tasks.every((task, index) => {
    const stored = tasks[index];
    return (
      stored !== undefined &&
      stored.id === task.id &&
      stored.step === task.step &&
      stored.assigneeID === task.assigneeID
    );
  });
  const withDeadlines = (task: Task, index: number) => ({ ...task, dueAt: tasks[index]?.dueAt ?? null });
  return matches ? { ...after, tasks: after.tasks.map(withDeadlines) } : undefined;
}

function isSame({ flow, tasks }: FlowSnapshot, stored: StoredFlow): boolean {
  return (
    flow.state === stored.state &&
    tasks.length === stored.tasks.length &&
    tasks.every((task, index) => {
      const other = stored.tasks[index];
      return (
        other !== undefined &&
        (['state', 'outcome', 'note', 'stage', 'replaces', 'added'] as const).every(
          (key) => task[key] === other[key],
        )
      );
    })
  );
}
