import type { Predicate, StageCondition } from '../../packages/domain/src/workflow/stage-rules.ts';
import type { ModelContext, Procedure, Stage } from './application.ts';

/** What the conditions of stages ask about an application. */
export interface Facts {
  readonly classifications: readonly string[];
  /** The department of the applicant and those above it. */
  readonly departments: readonly string[];
  readonly fileCount: number;
  readonly bytes: number;
  readonly hasOutsideRecipient: boolean;
}

/** The stages that an application has; none if nobody would decide. */
export function stagesOf(
  { stages, fallback = [] }: Procedure,
  { facts, applicant, context }: { facts: Facts; applicant: string; context: ModelContext },
): readonly Stage[] {
  const own = stages.filter(({ when }) => when === undefined || isMet(when, facts));
  if (own.length > 0) return own;
  const people = fallback.filter((person) => context.isMember(person) && person !== applicant);
  return people.length === 0 ? [] : [{ requiresAll: false, people }];
}

const isMet = ({ match, of }: StageCondition, facts: Facts): boolean =>
  match === 'all_of' ? of.every((one) => isTrue(one, facts)) : of.some((one) => isTrue(one, facts));

function isTrue(predicate: Predicate, facts: Facts): boolean {
  switch (predicate.fact) {
    case 'classification':
      return includesAny(facts.classifications, predicate);
    case 'department':
      return includesAny(facts.departments, predicate);
    case 'file_count':
      return isInRange(facts.fileCount, predicate);
    case 'total_size':
      return isInRange(facts.bytes, predicate);
    case 'outside_recipients':
      return predicate.is === 'some' ? facts.hasOutsideRecipient : !facts.hasOutsideRecipient;
    default:
      return predicate satisfies never;
  }
}

const includesAny = (
  own: readonly string[],
  { is, ids }: { readonly is: 'one_of' | 'none_of'; readonly ids: readonly string[] },
): boolean => {
  const isOne = ids.some((id) => own.includes(id));
  return is === 'one_of' ? isOne : !isOne;
};

const isInRange = (
  actual: number,
  { is, value }: { readonly is: 'at_least' | 'at_most'; readonly value: number },
): boolean => (is === 'at_least' ? actual >= value : actual <= value);
