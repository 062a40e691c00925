import { dataViewOf } from '../format/data-view.util.ts';
import { eastAsianLineBreak, forbiddenCharactersOf, type ReadableText } from './east-asian-lines.rules.ts';

/** The class of LibreOffice that breaks lines, by the name in its type information. */
const className = '\0N8i18npool21BreakIterator_UnicodeE\0';
/** The constant data of the build are at the start of the memory. */
const maxConstantBytes = 64 * 1024 * 1024;
/** More entries than the class has methods. */
const maxMethods = 40;
/** Only `getLineBreak` has so many parameters: its result, its object, and its six arguments. */
const parameterCount = 8;
/** `com.sun.star.i18n.BreakType.WORDBOUNDARY` */
const wordBoundary = 1;

/** Finds the memory that the imports of a module contain. */
export function memoryOf(imports: WebAssembly.Imports): WebAssembly.Memory {
  const values = Object.values(imports).flatMap((module) => Object.values(module));
  const memory = values.find((value) => value instanceof WebAssembly.Memory);
  if (!memory) throw new Error('the engine imports no memory');
  return memory;
}

/**
 * Lets the engine break lines of Chinese, Japanese and Korean as other builds of LibreOffice do. This build lacks the classes for
 * these languages, so that no punctuation hangs into the margin, and opening brackets end lines. The method that breaks lines of all
 * languages is replaced in the table of functions of the thread that converts; the memory stays as it is.
 * @throws Error if the build has another form.
 */
export function breakEastAsianLines(exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  const table = exports['__indirect_function_table'];
  if (!(table instanceof WebAssembly.Table)) throw new Error('the engine exports no table of functions');
  const indexes = methodIndexes(table, memory);
  if (indexes.length === 0) throw new Error('the engine contains no method that breaks lines');
  for (const index of indexes) {
    const original = table.get(index) as LineBreak;
    table.set(
      index,
      toTableFunction((...parameters) => breakLine(memory, original, parameters)),
    );
  }
}

type Parameters = readonly number[];
type LineBreak = (...parameters: Parameters) => void;

/** The table entries of `getLineBreak`: the method, and the one that interfaces call. */
function methodIndexes(table: WebAssembly.Table, memory: WebAssembly.Memory): readonly number[] {
  const bytes = new Uint8Array(memory.buffer, 0, Math.min(maxConstantBytes, memory.buffer.byteLength));
  const words = new Uint32Array(memory.buffer, 0, Math.floor(bytes.length / 4));
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

function placeOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [, second = 0] = wanted;
  for (let at = bytes.indexOf(second); at > 0; at = bytes.indexOf(second, at + 1)) {
    if (wanted.every((byte, index) => bytes[at - 1 + index] === byte)) return at - 1;
  }
  return -1;
}

function placesOf(words: Uint32Array, wanted: number): readonly number[] {
  const places: number[] = [];
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) places.push(at);
  return places;
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

/**
 * Opens a text by the address of its pointer. The number of its UTF-16 units precedes them. A paragraph can be long, so that only
 * the characters at the break are read.
 */
function openText(view: DataView, pointer: number): ReadableText {
  const address = view.getUint32(pointer, true);
  return {
    length: view.getInt32(address + 4, true),
    charAt: (index) => String.fromCharCode(view.getUint16(address + 8 + 2 * index, true)),
  };
}

function readText(view: DataView, pointer: number): string {
  const text = openText(view, pointer);
  return Array.from({ length: text.length }, (_, index) => text.charAt(index)).join('');
}

/** A function of a module of its own that calls a script. A table accepts only functions of modules. */
function toTableFunction(call: LineBreak): unknown {
  const number = 0x7f;
  const module = Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      // The type: eight numbers, no result.
      [0x01, 0x0c, 0x01, 0x60, parameterCount, ...Array<number>(parameterCount).fill(number), 0x00],
      // The import `e.f` is exported as `f`.
      [0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
      [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
    ].flat(),
  );
  return new WebAssembly.Instance(new WebAssembly.Module(module), { e: { f: call } }).exports['f'];
}
