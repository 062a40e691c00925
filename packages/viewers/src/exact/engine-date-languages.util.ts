import { dataViewOf } from '../format/data-view.util.ts';
import {
  type CalendarName,
  type DateLanguage,
  type EastAsianTag,
  eastAsianDates,
  eastAsianTag,
  type NamedCalendar,
} from './east-asian-dates.rules.ts';
import {
  constantsOf,
  functionsOf,
  placeOf,
  placesOf,
  readText,
  toTableFunction,
} from './engine-memory.util.ts';

/** Where the changed module stores the address of the locale whose data it looks up (`exact-engine.module.mjs`). */
const localeAddressAt = 1000;
/** The locale whose data are used for all languages that the build lacks, and its functions in the order of LibreOffice's table. */
const fallbackLocale = '\0en_US\0';
const functionCount = 19;
const calendarsFunction = 0;
const formatsFunction = 2;
const itemsFunction = 12;
/** A format has seven texts: its code is the first, and the character with its index the sixth. */
const formatWords = 7;
const formatIndexWord = 5;
/** The positions of the signs of morning and afternoon in the items of a locale. */
const dayPeriodItems = { am: 11, pm: 12 } as const;

/**
 * Formats of cells name their language. The engine draws such a format in English unless its table of locales contains the language.
 * These take the places of other countries that speak English.
 */
const installedLocales = ['zh_CN', 'zh_TW', 'ja_JP'];
const replacedLocales = /^en_Z[A-Z]$/;

/** The count of references of a constant text, by which the engine never releases it. */
const constantReferences = 0x4000_0000;
const textHeaderBytes = 8;

type Allocate = (bytes: number) => number;
type Writer = { readonly memory: WebAssembly.Memory; readonly allocate: Allocate };
/** Stores the count of entries at its first parameter, and returns the address of pointers to texts. */
type DataFunction = (countAt: number, ...more: number[]) => number;

/** The entries of a language that the engine reads, in place of those of the fallback. */
type LanguageData = ReadonlyMap<number, { readonly address: number; readonly count: number }>;

/**
 * Lets the engine name and write dates of East Asia in their languages. This build has the data of English alone, which it also uses
 * for documents and formats in other languages. The functions that return them are replaced in the table of the thread that converts;
 * the data of a language are written into memory when they are first needed.
 * @throws Error if the build has another form.
 */
export function writeEastAsianDates(exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  const table = functionsOf(exports);
  const writer: Writer = { memory, allocate: allocatorOf(exports) };
  const localesAt = tableOfLocales(memory);
  const { words } = constantsOf(memory);
  const originals = new Map(
    [calendarsFunction, formatsFunction, itemsFunction].map((kind) => {
      const index = words[localesAt + 1 + kind] ?? 0;
      return [kind, { index, read: table.get(index) as DataFunction }] as const;
    }),
  );
  installLocales(writer, localesAt);
  const known = new Map<EastAsianTag, LanguageData>();
  const dataOfLocale = () => {
    const tag = eastAsianTag(localeTag(memory));
    if (tag === null) return null;
    const readOriginal = (kind: number) => readEntries(writer, originals.get(kind)?.read);
    const data = known.get(tag) ?? writeLanguage(writer, eastAsianDates(tag), readOriginal);
    known.set(tag, data);
    return data;
  };
  for (const [kind, { index, read: readOriginal }] of originals) {
    const read = (...parameters: number[]) => {
      const [countAt = 0, ...more] = parameters;
      const original = readOriginal(countAt, ...more);
      const data = dataOfLocale()?.get(kind);
      if (!data) return original;
      viewOf(memory).setInt16(countAt, data.count, true);
      return data.address;
    };
    table.set(index, toTableFunction(read, { parameters: readOriginal.length, hasResult: true }));
  }
}

function allocatorOf(exports: WebAssembly.Exports): Allocate {
  const allocate = exports['malloc'];
  if (typeof allocate !== 'function') throw new Error('the engine exports no function that allocates memory');
  return (bytes) => {
    const address: unknown = allocate(bytes);
    if (typeof address !== 'number' || address === 0) throw new Error('the memory of the engine is full');
    return address;
  };
}

/** The memory grows: its buffer is another one then. */
const viewOf = (memory: WebAssembly.Memory) => dataViewOf(new Uint8Array(memory.buffer));

/** The position of the word that points to the name of the locale. Table entries of its functions follow in a row. */
function tableOfLocales(memory: WebAssembly.Memory): number {
  const { bytes, words } = constantsOf(memory);
  const nameAt = placeOf(bytes, new TextEncoder().encode(fallbackLocale)) + 1;
  for (const reference of nameAt === 0 ? [] : placesOf(words, nameAt)) {
    const indexes = words.slice(reference + 1, reference + 1 + functionCount);
    const [first = 0] = indexes;
    if (first > 0 && indexes.every((index, position) => index === first + position)) return reference;
  }
  throw new Error('the engine contains no functions for data of locales');
}

/** Replaces the names of other locales in the table, and their functions by those that are replaced. */
function installLocales({ memory, allocate }: Writer, localesAt: number): void {
  const entryWords = functionCount + 1;
  for (const [index, locale] of installedLocales.entries()) {
    const nameAt = allocate(locale.length + 1);
    const { bytes, words } = constantsOf(memory);
    const entry = localesAt + entryWords * (index + 1);
    const replaced = words[entry] ?? 0;
    const name = String.fromCharCode(...bytes.slice(replaced, replaced + locale.length));
    if (!replacedLocales.test(name)) throw new Error('the engine contains other locales');
    new Uint8Array(memory.buffer).set(new TextEncoder().encode(`${locale}\0`), nameAt);
    words[entry] = nameAt;
    words.copyWithin(entry + 1, localesAt + 1, localesAt + entryWords);
  }
}

/** The longest language tag that the engine knows is shorter. */
const maxTagLength = 40;

/**
 * The language tag of the locale: its language and its country, or the variant that contains a whole tag. Another thread may have
 * replaced the address, so that what it points to is checked.
 */
function localeTag(memory: WebAssembly.Memory): string {
  const view = viewOf(memory);
  const address = view.getUint32(localeAddressAt, true);
  const [language = '', country = '', variant = ''] = [0, 4, 8].map((offset) => {
    const isInside = address > 0 && address + offset + 4 <= view.byteLength;
    const textAt = isInside ? view.getUint32(address + offset, true) : view.byteLength;
    if (textAt + textHeaderBytes > view.byteLength) return '';
    const length = view.getUint32(textAt + 4, true);
    return length <= maxTagLength && textAt + textHeaderBytes + 2 * length <= view.byteLength
      ? readText(view, address + offset)
      : '';
  });
  if (language === 'qlt') return variant;
  return country === '' ? language : `${language}-${country}`;
}

/** The entries that a function of the engine returns, as addresses of texts. A format has several of them. */
function readEntries({ memory, allocate }: Writer, read: DataFunction | undefined): readonly number[] {
  if (!read) return [];
  const parametersAt = allocate(12);
  const address = read(parametersAt, parametersAt + 4, parametersAt + 8);
  const view = viewOf(memory);
  const count = view.getInt16(parametersAt, true) * (read.length === 1 ? 1 : formatWords);
  return Array.from({ length: count }, (_, index) => view.getUint32(address + 4 * index, true));
}

/** Writes the data of a language in the order of LibreOffice's generated locale data. */
function writeLanguage(
  writer: Writer,
  { calendars, dayPeriods, formats }: DateLanguage,
  readOriginal: (kind: number) => readonly number[],
): LanguageData {
  const addresses = new Map<string, number>();
  const addressOf = (text: string) => {
    const address = addresses.get(text) ?? writeText(writer, text);
    addresses.set(text, address);
    return address;
  };
  const items = [...readOriginal(itemsFunction)];
  items[dayPeriodItems.am] = addressOf(dayPeriods.am);
  items[dayPeriodItems.pm] = addressOf(dayPeriods.pm);
  const formatTexts = [...readOriginal(formatsFunction)];
  for (let at = 0; at < formatTexts.length; at += formatWords) {
    const indexText = formatTexts[at + formatIndexWord] ?? 0;
    const code = formats.get(viewOf(writer.memory).getUint16(indexText + textHeaderBytes, true));
    if (code !== undefined) formatTexts[at] = addressOf(code);
  }
  const calendarWords = calendarTexts(calendars).map(addressOf);
  return new Map([
    [calendarsFunction, { count: calendars.length, address: writeWords(writer, calendarWords) }],
    [formatsFunction, { count: formatTexts.length / formatWords, address: writeWords(writer, formatTexts) }],
    [itemsFunction, { count: items.length, address: writeWords(writer, items) }],
  ]);
}

/** The texts of the calendars of a language. Numbers are characters with their codes. */
function calendarTexts(calendars: readonly NamedCalendar[]): readonly string[] {
  const textsOf = ({ id, short, long, narrow }: CalendarName) => [id, short, long, narrow];
  // Months have forms for dates with a day, which are equal in these languages.
  const counts = (['days', 'months', 'months', 'months', 'eras'] as const).map((kind) =>
    String.fromCharCode(...calendars.map((calendar) => calendar[kind].length)),
  );
  return [
    ...counts,
    ...calendars.flatMap(({ id, days, months, eras }, index) => [
      id,
      String.fromCharCode(index === 0 ? 1 : 0),
      ...[days, months, months, months].flat().flatMap(textsOf),
      ...eras.flatMap((era) => [era.id, era.short, era.long]),
      // The first day of a week, and the days of a week that a year needs to count it as its own.
      'sun',
      String.fromCharCode(1),
    ]),
  ];
}

function writeWords({ memory, allocate }: Writer, words: readonly number[]): number {
  const address = allocate(4 * words.length);
  const view = viewOf(memory);
  for (const [index, word] of words.entries()) view.setUint32(address + 4 * index, word, true);
  return address;
}

/** Writes a constant text of UTF-16 units after its count of references and its length. */
function writeText({ memory, allocate }: Writer, text: string): number {
  const address = allocate(textHeaderBytes + 2 * (text.length + 1));
  const view = viewOf(memory);
  view.setUint32(address, constantReferences, true);
  view.setInt32(address + 4, text.length, true);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(address + textHeaderBytes + 2 * index, text.charCodeAt(index), true);
  view.setUint16(address + textHeaderBytes + 2 * text.length, 0, true);
  return address;
}
