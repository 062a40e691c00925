import type { FlowInfo } from '@sealflow/contract';
import type { FlowDetails } from '@sealflow/domain/workflow';
import { fullTime } from '../../../i18n/dates.ts';
import type { Language, Texts } from '../../../i18n/index.ts';

export interface DetailFact {
  readonly name: string;
  readonly value: string;
}

type DetailKey = keyof FlowDetails | keyof FlowInfo['details'];

type DetailTexts = Texts['work']['details'];

interface Wording {
  readonly texts: DetailTexts;
  readonly language: Language;
  /** The name of a person or of a classification. */
  readonly nameOf: (id: string) => string;
}

/** How each detail is shown. Facts of one name are one fact of several lines. */
type DetailWording = {
  readonly [Key in DetailKey]: (value: Exclude<FlowDetails[Key], undefined>, wording: Wording) => DetailFact;
};

const markWording =
  (key: keyof DetailTexts['marks']) =>
  (isSet: boolean, { texts }: Wording): DetailFact => ({
    name: texts.asked,
    value: isSet ? texts.marks[key] : texts.without(texts.marks[key]),
  });

// Exhaustive by type: the digest of a decision covers every detail, so a detail without an entry here does not
// compile.
const detailWording: DetailWording = {
  to: (value, { texts }) => ({ name: texts.to, value: value.join('\n') }),
  subject: (value, { texts }) => ({ name: texts.subject, value }),
  body: (value, { texts }) => ({ name: texts.body, value }),
  email: (value, { texts }) => ({ name: texts.email, value }),
  classificationID: (value, { texts, nameOf }) => ({ name: texts.classification, value: nameOf(value) }),
  fids: (value, { texts, nameOf }) => ({ name: texts.people, value: value.map(nameOf).join('\n') }),
  until: (value, { texts, language }) => ({
    name: texts.until,
    value: value === null ? texts.forever : fullTime(value, language),
  }),
  watermark: markWording('watermark'),
  noDownload: markWording('noDownload'),
  noCapture: markWording('noCapture'),
};

const isDetailKey = (key: string): key is DetailKey => Object.hasOwn(detailWording, key);

/**
 * The details of an application, other than its description: recipients, classification, people. The decision
 * covers all of them, so all are shown; details of a newer service appear under their raw name and value. An
 * older service has no details.
 */
export function detailFacts(
  { details = {}, detailNames }: Partial<Pick<FlowInfo, 'details' | 'detailNames'>>,
  { texts, language }: Pick<Wording, 'texts' | 'language'>,
): DetailFact[] {
  const wording: Wording = { texts, language, nameOf: (id) => detailNames?.[id] ?? id };
  const known = Object.keys(detailWording).filter(isDetailKey);
  const unknown = Object.entries(details).filter(([key]) => !isDetailKey(key));
  const facts = [
    ...known.flatMap((key) => factOf(key, details[key], wording) ?? []),
    ...unknown.map(([name, value]) => ({ name, value: textOf(value) })),
  ];
  return joinByName(facts.filter(({ value }) => value !== ''));
}

function factOf<Key extends DetailKey>(
  key: Key,
  value: FlowDetails[Key],
  wording: Wording,
): DetailFact | undefined {
  if (value === undefined) return undefined;
  return detailWording[key](value as Exclude<FlowDetails[Key], undefined>, wording);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function joinByName(facts: readonly DetailFact[]): DetailFact[] {
  const byName = new Map<string, string>();
  for (const { name, value } of facts) {
    const before = byName.get(name);
    byName.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return [...byName].map(([name, value]) => ({ name, value }));
}

const units = ['B', 'KB', 'MB', 'GB'] as const;

/**
 * A file size in steps of 1024, with one decimal at most, in the number format of the language. The viewers' `sizeText`
 * shows three figures at most.
 */
export function formatFileSize(bytes: number, language: Language): string {
  const step = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const number = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1024 ** step)} ${units[step] ?? ''}`;
}
