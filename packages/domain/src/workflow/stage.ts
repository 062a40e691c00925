import type { Stage, Task } from './model.ts';

export type StageStanding = 'open' | 'approved' | 'lost';

/**
 * How an approval stage stands. A seat is one of the stage's own approvers; an added approval or a transfer
 * puts other tasks in its place: of added approvers all are needed, of a transfer the new holder.
 * @param stage - its rule.
 * @param tasks - the tasks of this stage alone, closed ones included.
 * @returns `lost` where no decision of those who are left can approve it any more.
 */
export function standingOf(stage: Stage, tasks: readonly Task[]): StageStanding {
  const seats = tasks.filter((task) => task.replaces === null).map((seat) => seatStanding(seat, tasks));
  if (stage.rule === 'any_of') {
    if (seats.includes('approved')) return 'approved';
    return seats.includes('open') ? 'open' : 'lost';
  }
  if (seats.length === 0 || seats.includes('lost')) return 'lost';
  return seats.includes('open') ? 'open' : 'approved';
}

function seatStanding(task: Task, tasks: readonly Task[]): StageStanding {
  if (task.state === 'awaiting') return 'open';
  if (task.outcome === 'approved') return 'approved';
  if (task.outcome !== 'converted_to_add_approval' && task.outcome !== 'transferred') return 'lost';
  const successors = tasks
    .filter((other) => other.replaces === task.id)
    .map((other) => seatStanding(other, tasks));
  if (successors.length === 0 || successors.includes('lost')) return 'lost';
  return successors.includes('open') ? 'open' : 'approved';
}
