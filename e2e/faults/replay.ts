import {
  applyTransition,
  decide,
  type FlowEvent,
  type FlowSnapshot,
  type FlowState,
  type Process,
  type Task,
} from '@sealflow/domain/workflow';

/** A flow as the database holds it. */
export interface StoredFlow {
  readonly flowID: string;
  readonly applicant: string;
  readonly state: FlowState;
  readonly process: Process;
  /** In the order in which they were opened. */
  readonly tasks: readonly Task[];
  /** What people did to it, in the order in which it was written. */
  readonly events: readonly FlowEvent[];
}

/** What the service does by itself; it leaves no row of its own, so it may have happened anywhere between. */
const ownEvents: readonly FlowEvent[] = [
  { type: 'processing_started' },
  { type: 'processing_done' },
  { type: 'processing_failed' },
  { type: 'email_sent' },
];

/**
 * Plays a flow's decisions anew by the rules of the domain.
 * @returns why the stored state is none that they lead to; undefined where it is.
 */
export function replay(flow: StoredFlow): string | undefined {
  const { flowID: id, applicant: applicantID, process, events } = flow;
  const start: FlowSnapshot = { flow: { id, applicantID, state: 'new', stage: -1, process }, tasks: [] };
  const seen = new Set<string>();
  const open: { situation: FlowSnapshot; next: number }[] = [{ situation: start, next: 0 }];
  let furthest = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { situation, next } = place;
    const name = `${next} ${JSON.stringify([situation.flow.state, situation.flow.stage, situation.tasks.map((task) => [task.state, task.outcome])])}`;
    if (seen.has(name)) continue;
    seen.add(name);
    furthest = Math.max(furthest, next);
    if (next === events.length && isSame(situation, flow)) return undefined;
    const event = events[next];
    const steps: { event: FlowEvent; to: number }[] = ownEvents.map((own) => ({ event: own, to: next }));
    if (event) steps.push({ event, to: next + 1 });
    for (const { event: one, to } of steps) {
      const after = step(situation, one, flow);
      if (after) open.push({ situation: after, next: to });
    }
  }
  return furthest < events.length
    ? `${events[furthest]?.type} as number ${furthest + 1} of ${events.length} was not possible`
    : `its decisions lead elsewhere than to ${flow.state}`;
}

/** Undefined where the rules refuse the event, or it opens other tasks than are stored. */
function step(situation: FlowSnapshot, event: FlowEvent, { tasks }: StoredFlow): FlowSnapshot | undefined {
  let position = situation.tasks.length;
  const newID = () => {
    const id = tasks[position]?.id ?? `beyond-${position}`;
    position += 1;
    return id;
  };
  const result = decide(situation, event, { at: 0, newID, isActive: () => true });
  if (!result.ok) return undefined;
  const after = applyTransition(situation, result);
  const fits = after.tasks.every((task, index) => {
    const stored = tasks[index];
    return (
      stored !== undefined &&
      stored.id === task.id &&
      stored.step === task.step &&
      stored.assigneeID === task.assigneeID
    );
  });
  return fits ? after : undefined;
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
