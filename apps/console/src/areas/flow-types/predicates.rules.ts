import { bytesPerMegabyte } from '../../kit/condition-words.util.ts';
import type { DesignProcess } from './flow-types.queries.ts';

type Predicate = NonNullable<DesignProcess['stages'][number]['when']>['of'][number];

export const predicateFacts = [
  'classification',
  'department',
  'file_count',
  'total_size',
  'outside_recipients',
] as const satisfies readonly Predicate['fact'][];

const firstOf: { readonly [Fact in Predicate['fact']]: Predicate } = {
  classification: { fact: 'classification', is: 'one_of', ids: [] },
  department: { fact: 'department', is: 'one_of', ids: [] },
  file_count: { fact: 'file_count', is: 'at_least', value: 2 },
  total_size: { fact: 'total_size', is: 'at_least', value: 10 * bytesPerMegabyte },
  outside_recipients: { fact: 'outside_recipients', is: 'some' },
};

/** A predicate as it is added; one with ids is incomplete until some are chosen. */
export const newPredicate = (fact: Predicate['fact']): Predicate => firstOf[fact];

/** Keys of the predicates that stay while one of them is edited: the fact, and how many of it precede. */
export const keysOf = (predicates: readonly Predicate[]): readonly string[] =>
  predicates.map(({ fact }, index) => {
    const before = predicates.slice(0, index).filter((other) => other.fact === fact).length;
    return `${fact} ${before}`;
  });

/** Whether the service accepts the predicate. */
export const isComplete = (predicate: Predicate): boolean =>
  !('ids' in predicate) || predicate.ids.length > 0;
