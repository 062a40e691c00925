import type { FlowInfo } from '@sealflow/contract';
import { fullTime } from '../../i18n/dates.ts';
import type { Language, Texts } from '../../i18n/index.ts';

export interface DetailFact {
  readonly name: string;
  readonly value: string;
}

/**
 * What an application says beside its description: who gets the mail, which class, whom to let read. All of it is decided
 * on, so all of it is shown. A service of before has none.
 */
export function detailFacts(
  { details, detailNames }: Partial<Pick<FlowInfo, 'details' | 'detailNames'>>,
  { texts, language }: { readonly texts: Texts['work']['details']; readonly language: Language },
): DetailFact[] {
  const { to, subject, body, email, classificationID, fids, until, ...marks } = details ?? {};
  const nameOf = (id: string): string => detailNames?.[id] ?? id;
  const asked = (['watermark', 'noDownload', 'noCapture'] as const).flatMap((mark) =>
    marks[mark] === undefined ? [] : [marks[mark] ? texts.marks[mark] : texts.without(texts.marks[mark])],
  );
  const facts: [string, string | undefined][] = [
    [texts.to, to?.join('\n')],
    [texts.subject, subject],
    [texts.body, body],
    [texts.email, email],
    [texts.classification, classificationID === undefined ? undefined : nameOf(classificationID)],
    [texts.people, fids?.map(nameOf).join('\n')],
    [texts.until, until === null ? texts.forever : until === undefined ? until : fullTime(until, language)],
    [texts.asked, asked.length === 0 ? undefined : asked.join('\n')],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}
