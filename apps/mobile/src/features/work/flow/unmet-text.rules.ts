import type { ProcessStep } from '@sealflow/contract';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import type { Texts } from '../../../i18n/index.ts';

type Unmet = NonNullable<ProcessStep['skippedBecause']>[number];

/** The condition that did not hold, in words. */
export function unmetText(
  { fact, is, value = 0, names = [] }: Unmet,
  { condition: texts }: Texts['work'],
): string {
  if (is === 'some' || is === 'none') return texts.outside[is];
  if (is === 'one_of' || is === 'none_of')
    return texts.named(texts.facts[fact], texts.operators[is], names.join(texts.listSeparator));
  const limit = fact === 'total_size' ? sizeText(value) : String(value);
  return texts.limited(texts.facts[fact], texts.operators[is], limit);
}
