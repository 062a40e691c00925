import { dataViewOf } from '../format/data-view.util.ts';
import { eastAsianLineBreak, forbiddenCharactersOf } from './east-asian-lines.rules.ts';
import {
  constantsOf,
  functionsOf,
  openText,
  placeOf,
  placesOf,
  readText,
  toTableFunction,
} from './engine-memory.util.ts';

/** The class of LibreOffice that breaks lines, by the name in its type information. */
const className = '\0N8i18npool21BreakIterator_UnicodeE\0';
/** More entries than the class has methods. */
const maxMethods = 40;
/** Only `getLineBreak` has so many parameters: its result, its object, and its six arguments. */
const parameterCount = 8;
/** `com.sun.star.i18n.BreakType.WORDBOUNDARY` */
const wordBoundary = 1;

/**
 * Lets the engine break lines of Chinese, Japanese and Korean as other builds of LibreOffice do. This build lacks the classes for
 * these languages, so that no punctuation hangs into the margin, and opening brackets end lines. The method that breaks lines of all
 * languages is replaced in the table of functions of the thread that converts; the memory stays as it is.
 * @throws Error if the build has another form.
 */
export function breakEastAsianLines(exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  const table = functionsOf(exports);
  const indexes = methodIndexes(table, memory);
  if (indexes.length === 0) throw new Error('the engine contains no method that breaks lines');
  for (const index of indexes) {
    const original = table.get(index) as LineBreak;
    table.set(
      index,
      toTableFunction((...parameters) => breakLine(memory, original, parameters), {
        parameters: parameterCount,
        hasResult: false,
      }),
    );
  }
}

type Parameters = readonly number[];
type LineBreak = (...parameters: Parameters) => void;

/** The table entries of `getLineBreak`: the method, and the one that interfaces call. */
function methodIndexes(table: WebAssembly.Table, memory: WebAssembly.Memory): readonly number[] {
  const { bytes, words } = constantsOf(memory);
  const nameAt = placeOf(bytes, new TextEncoder().encode(className)) + 1;
  if (nameAt === 0) return [];
  const indexes = new Set<number>();
  // Type information contains the address of its name in its second word. A table of methods begins with that of its type.
  for (const nameReference of placesOf(words, nameAt)) {
    for (const typeReference of placesOf(words, 4 * (nameReference - 1))) {
      for (const index of words.slice(typeReference + 1, typeReference + 1 + maxMethods)) {
        const method: unknown = index < table.length ? table.get(index) : null;
        if (typeof method !== 'function') break;
        if (method.length === parameterCount) indexes.add(index);
      }
    }
  }
  return [...indexes];
}

/**
 * A call of `getLineBreak` with the addresses of its result, its object, the text, the first character that does not fit, the
 * locale, the earliest break, the options of hyphenation and those of the paragraph.
 */
function breakLine(memory: WebAssembly.Memory, original: LineBreak, parameters: Parameters): void {
  // The memory grows: its buffer is another one then.
  const view = dataViewOf(new Uint8Array(memory.buffer));
  const [result = 0, , text = 0, start = 0, locale = 0, , , options = 0] = parameters;
  const known = forbiddenCharactersOf(readText(view, locale), readText(view, locale + 4));
  if (known === null) {
    original(...parameters);
    return;
  }
  const stated = { atStart: readText(view, options), atEnd: readText(view, options + 4) };
  const index = eastAsianLineBreak(openText(view, text), start, {
    forbidden: stated.atStart === '' && stated.atEnd === '' ? known : stated,
    appliesForbidden: view.getUint8(options + 8) !== 0,
    allowsHanging: view.getUint8(options + 9) !== 0,
  });
  view.setInt16(result, wordBoundary, true);
  view.setInt32(result + 4, index, true);
  // No hyphenated word.
  view.setUint32(result + 8, 0, true);
}
