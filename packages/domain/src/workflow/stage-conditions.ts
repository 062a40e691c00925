import type { Stage } from './model.ts';
import type { Predicate, StageCondition } from './stage-rules.ts';

/** What conditions are evaluated on, as it is when an application is submitted. */
export interface ApplicationFacts {
  /** The classifications of the files. */
  readonly classificationIDs: readonly string[];
  /** The department of the applicant and those above it. */
  readonly departmentIDs: readonly string[];
  readonly fileCount: number;
  /** Bytes. */
  readonly totalSize: number;
  /** How many recipients are outside the organisation. */
  readonly outsideRecipients: number;
}

export const noFacts: ApplicationFacts = {
  classificationIDs: [],
  departmentIDs: [],
  fileCount: 0,
  totalSize: 0,
  outsideRecipients: 0,
};

/** Whether a predicate holds. */
export function holds(predicate: Predicate, facts: ApplicationFacts): boolean {
  if (predicate.fact === 'outside_recipients')
    return facts.outsideRecipients > 0 === (predicate.is === 'some');
  if (predicate.fact === 'classification' || predicate.fact === 'department') {
    const own = predicate.fact === 'classification' ? facts.classificationIDs : facts.departmentIDs;
    return own.some((id) => predicate.ids.includes(id)) === (predicate.is === 'one_of');
  }
  const value = predicate.fact === 'file_count' ? facts.fileCount : facts.totalSize;
  return predicate.is === 'at_least' ? value >= predicate.value : value <= predicate.value;
}

/** The predicates for which a stage is skipped; null if it applies. */
export function unmetOf(
  condition: StageCondition | undefined,
  facts: ApplicationFacts,
): readonly Predicate[] | null {
  if (condition === undefined) return null;
  const unmet = condition.of.filter((predicate) => !holds(predicate, facts));
  const applies = condition.match === 'all_of' ? unmet.length === 0 : unmet.length < condition.of.length;
  return applies ? null : unmet;
}

/** Whether a stage depends on a condition. */
export const hasConditions = (stages: readonly Pick<Stage, 'when'>[]): boolean =>
  stages.some(({ when }) => when !== undefined);

/** Whether all stages may be skipped, so that nobody but the fallback would decide. */
export const canSkipAll = (stages: readonly Pick<Stage, 'when'>[]): boolean =>
  stages.every(({ when }) => when !== undefined);

/** The ids of classifications or departments that conditions name. */
export const idsInConditions = (
  stages: readonly Pick<Stage, 'when'>[],
  fact: 'classification' | 'department',
): readonly string[] => [
  ...new Set(
    stages.flatMap(({ when }) =>
      (when?.of ?? []).flatMap((predicate) =>
        predicate.fact === fact && 'ids' in predicate ? predicate.ids : [],
      ),
    ),
  ),
];
