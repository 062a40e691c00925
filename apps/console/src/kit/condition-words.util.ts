import type { ProcessStep } from '@sealflow/contract';
import type { Texts } from '../i18n/index.ts';

/** A predicate of a condition with the names of what it refers to. */
export type NamedPredicate = NonNullable<ProcessStep['skippedBecause']>[number];

export const bytesPerMegabyte = 1024 * 1024;

/** A predicate in words. */
export function predicateWords(
  { fact, is, value = 0, names = [] }: NamedPredicate,
  { conditions: texts, flowTypes }: Texts,
): string {
  if (is === 'some' || is === 'none') return texts.outside[is];
  const [name, operator] = [texts.facts[fact], texts.operators[is]];
  if (is === 'one_of' || is === 'none_of')
    return texts.named(name, operator, names.join(flowTypes.separator) || flowTypes.none);
  const megabytes = texts.megabytes(String(Math.round((value / bytesPerMegabyte) * 100) / 100));
  return texts.limited(name, operator, fact === 'total_size' ? megabytes : String(value));
}
