import type { SortState } from '../../kit/list-state.hook.ts';
import type { StageInsight, TypeInsight } from './insight.queries.ts';

export const typeSorts = ['name', 'open', 'finished', 'median', 'percentile90', 'overdue'] as const;
export type TypeSort = (typeof typeSorts)[number];

export const overdueOf = ({ stages, earlierStages }: TypeInsight): number =>
  stages.reduce((sum, { overdue }) => sum + overdue, earlierStages.overdue);

export const escalatedOf = ({ stages, earlierStages }: TypeInsight): number =>
  stages.reduce((sum, { escalated }) => sum + escalated, earlierStages.escalated);

/** The stage with the largest share of the waiting time. */
export const bottleneckOf = ({ stages, bottleneck }: TypeInsight): StageInsight | undefined =>
  bottleneck === null ? undefined : stages[bottleneck];

/** Types in the order of a column; those without a value come last. */
export function sortTypes(
  types: readonly TypeInsight[],
  sort: SortState | null,
  compareNames: (one: string, other: string) => number,
): TypeInsight[] {
  const field = typeSorts.find((one) => one === sort?.field) ?? 'open';
  const direction = sort?.isDescending === true ? -1 : 1;
  return [...types].sort((one, other) => {
    if (field === 'name') return direction * compareNames(one.name, other.name);
    const [a, b] = [valueOf(one, field), valueOf(other, field)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * (a - b) || compareNames(one.name, other.name);
  });
}

const valueOf = (type: TypeInsight, field: Exclude<TypeSort, 'name'>): number | null =>
  field === 'overdue' ? overdueOf(type) : type[field];
