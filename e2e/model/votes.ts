import type { Task } from './application.ts';

/** What a task says about its stage. Tasks that replaced it decide in its place, all together. */
export function voteOf(tasks: readonly Task[], at: number): 'yes' | 'no' | 'undecided' {
  const { outcome } = tasks[at]!;
  if (outcome === null) return 'undecided';
  if (outcome === 'approved') return 'yes';
  if (!['transferred', 'converted_to_add_approval', 'deadline_exceeded'].includes(outcome)) return 'no';
  const others = new Set(
    tasks.flatMap((one, other) => (one.replacedTask === at ? [voteOf(tasks, other)] : [])),
  );
  if (others.has('no') || others.size === 0) return 'no';
  return others.has('undecided') ? 'undecided' : 'yes';
}
