import type { Stage, Task } from './model.ts';

export type StageResult = 'open' | 'approved' | 'lost';

/**
 * The state of an approval stage. A seat is one of the approvers of the stage. An added approval or a transfer replaces
 * the task of a seat by other tasks: every added approval is required, and for a transfer the new assignee's.
 * @param stage - the definition of the stage.
 * @param tasks - all tasks of this stage, closed ones included.
 * @returns `lost` if no remaining decision can approve the stage.
 */
export function stageResultOf(stage: Stage, tasks: readonly Task[]): StageResult {
  const seats = tasks.filter((task) => task.replaces === null).map((seat) => seatResult(seat, tasks));
  if (stage.rule === 'any_of') {
    if (seats.includes('approved')) return 'approved';
    return seats.includes('open') ? 'open' : 'lost';
  }
  if (seats.length === 0 || seats.includes('lost')) return 'lost';
  return seats.includes('open') ? 'open' : 'approved';
}

/** Outcomes after which other tasks may decide instead: an added approval, a transfer, an escalation. */
const replaceable = new Set<Task['outcome']>([
  'converted_to_add_approval',
  'transferred',
  'deadline_exceeded',
]);

function seatResult(task: Task, tasks: readonly Task[]): StageResult {
  if (task.state === 'awaiting') return 'open';
  if (task.outcome === 'approved') return 'approved';
  if (!replaceable.has(task.outcome)) return 'lost';
  const successors = tasks
    .filter((other) => other.replaces === task.id)
    .map((other) => seatResult(other, tasks));
  if (successors.length === 0 || successors.includes('lost')) return 'lost';
  return successors.includes('open') ? 'open' : 'approved';
}
