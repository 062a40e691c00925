import type { IncomingHttpHeaders } from 'node:http';

/** The languages of the service's texts. The first is the default. */
export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

/** The preferred language of a client: the requested one, else by `Accept-Language` (RFC 9110, section 12.5.4). */
export function languageOf(
  { headers }: { readonly headers: Pick<IncomingHttpHeaders, 'accept-language'> },
  requested?: Language,
): Language {
  if (requested) return requested;
  const ranges = (headers['accept-language'] ?? '').slice(0, 500).split(',').map(rangeOf);
  const supported = ranges.filter(({ language, quality }) => isLanguage(language) && quality > 0);
  const [best] = supported.toSorted((one, other) => other.quality - one.quality);
  return best && isLanguage(best.language) ? best.language : languages[0];
}

function rangeOf(range: string): { language: string; quality: number } {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
  const weight = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { language: tag.split('-')[0] ?? '', quality: Number.isNaN(quality) ? 0 : quality };
}

function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}
