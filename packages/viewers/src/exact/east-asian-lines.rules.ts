/** Characters that begin no line, and those that end none. */
type ForbiddenCharacters = { readonly atStart: string; readonly atEnd: string };

/** The mark that repeats a letter. It is a letter itself. */
const iterationMark = String.fromCodePoint(0x3005);

/** LibreOffice's lists for the languages whose lines break between any two letters. The build of the engine lacks them. */
const forbiddenCharacters: Readonly<Record<string, ForbiddenCharacters>> = {
  zh: {
    atStart: `:!),.:;?]}¢'"、。〉》」』】〕〗〞︰︱︳﹐､﹒﹔﹕﹖﹗﹚﹜﹞！），．：；？｜｝︴︶︸︺︼︾﹀﹂﹄﹏､～￠${iterationMark}‖•·ˇˉ―--′’”`,
    atEnd: '([{£¥\'"‵〈《「『【〔〖（［｛￡￥〝︵︷︹︻︽︿﹁﹃﹙﹛﹝（｛“‘',
  },
  'zh-TW': {
    atStart:
      '!),.:;?]}¢·--\'"¨•′、。〉》」』】〕〞︰︱︳︴︶︸︺︼︾﹀﹂﹄﹏﹐､﹒﹔﹕﹖﹗﹚﹜﹞！），．：；？｜｝､',
    atEnd: '([{£¥\'"‵〈《「『【〔〝︵︷︹︻︽︿﹁﹃﹙﹛﹝（｛',
  },
  ja: {
    atStart: `!%),.:;?]}¢°’”‰′″℃、。${iterationMark}〉》」』】〕ぁぃぅぇぉっゃゅょゎ゛゜ゝゞァィゥェォッャュョヮヵヶ・ーヽヾ！％），．：；？］｝｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ¢`,
    atEnd: '$([¥{£¥‘“〈《「『【〔＄（［｛｢£￥',
  },
  ko: {
    atStart: '!%),.:;?]}¢￠\'"′″℃>〉＞》」』】〕！％），．：；？］｝｡｣､･ ﾞﾟ、。’”°',
    atEnd: '$(¥£[\\{￡￥\'"<＜《「『【〔＄（［｛₩￦｢‘“〈',
  },
};

/** Punctuation that may stand in the margin behind the end of a line. */
const hangingPunctuation: ReadonlySet<string> = new Set('!,.:;?、。！，．：；？');

const traditionalCountries: ReadonlySet<string> = new Set(['TW', 'HK', 'MO']);

/** The lists of a language, or null for a language whose lines break between words. */
export function forbiddenCharactersOf(language: string, country: string): ForbiddenCharacters | null {
  const name = language === 'zh' && traditionalCountries.has(country) ? 'zh-TW' : language;
  return Object.hasOwn(forbiddenCharacters, name) ? (forbiddenCharacters[name] ?? null) : null;
}

export type LineBreakOptions = {
  readonly forbidden: ForbiddenCharacters;
  readonly appliesForbidden: boolean;
  readonly allowsHanging: boolean;
};

const isHangul = (character: string): boolean =>
  /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/.test(character);

const isLowSurrogate = (character: string): boolean => character >= '\udc00' && character <= '\udfff';

/** A text that is read character by character, as a string is. */
export type ReadableText = Pick<string, 'length' | 'charAt'>;

/**
 * The place where a line of Chinese, Japanese or Korean breaks, as LibreOffice decides it: before `start`, which is the first
 * character that does not fit, or behind it if it is punctuation that hangs into the margin. A line neither begins nor ends with a
 * forbidden character, and no Korean word is divided.
 * @returns an index of `text`, 0 if the line may break nowhere before `start`.
 */
export function eastAsianLineBreak(text: ReadableText, start: number, options: LineBreakOptions): number {
  const { forbidden, appliesForbidden, allowsHanging } = options;
  const { length } = text;
  let at = start;
  if (allowsHanging && hangingPunctuation.has(text.charAt(at))) {
    at += 1;
    if (at >= length) return length;
  }
  const isForbidden = (place: number) =>
    forbidden.atStart.includes(text.charAt(place)) || forbidden.atEnd.includes(text.charAt(place - 1));
  if (appliesForbidden && at < length) {
    while (at > 0 && isForbidden(at)) at -= isLowSurrogate(text.charAt(at - 1)) ? 2 : 1;
  }
  if (at !== start || at >= length || !isHangul(text.charAt(at))) return at;
  let wordStart = at;
  while (wordStart > 0 && isHangul(text.charAt(wordStart - 1))) wordStart -= 1;
  return wordStart === 0 ? at : wordStart;
}
