import { describe, expect, test } from 'vitest';
import { breakEastAsianLines } from './engine-line-breaks.util.ts';
import { memoryOf } from './engine-memory.util.ts';

const methodIndex = 3;
const [nameAt, typeAt, methodsAt] = [1_001, 2_000, 3_000];
const [resultAt, localeAt, textAt, optionsAt] = [4_000, 4_100, 4_200, 4_300];

/** A module that exports a function of eight numbers, which stores 77 at the first one. */
const eightParameters = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    [0x01, 0x0c, 0x01, 0x60, 0x08, ...Array<number>(8).fill(0x7f), 0x00],
    [0x02, 0x08, 0x01, 0x01, 0x65, 0x01, 0x6d, 0x02, 0x00, 0x01],
    [0x03, 0x02, 0x01, 0x00],
    [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
    [0x0a, 0x0c, 0x01, 0x0a, 0x00, 0x20, 0x00, 0x41, 0xcd, 0x00, 0x36, 0x02, 0x04, 0x0b],
  ].flat(),
);

/** The constant data and the table of an engine that contains the class whose method breaks lines. */
function engineOf(name = 'N8i18npool21BreakIterator_UnicodeE') {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new DataView(memory.buffer);
  const word = (at: number, value: number) => view.setUint32(at, value, true);
  new Uint8Array(memory.buffer).set(new TextEncoder().encode(`\0${name}\0`), nameAt - 1);
  word(typeAt + 4, nameAt);
  word(methodsAt, typeAt);
  word(methodsAt + 4, methodIndex);
  word(methodsAt + 8, 0xffff_fff0);
  const { f: method } = new WebAssembly.Instance(new WebAssembly.Module(eightParameters), {
    e: { m: memory },
  }).exports;
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 8 });
  table.set(methodIndex, method);
  let nextText = 10_000;
  const writeText = (pointer: number, text: string) => {
    word(pointer, nextText);
    word(nextText + 4, text.length);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(nextText + 8 + 2 * index, text.charCodeAt(index), true);
    nextText += 400;
  };
  const breakLine = (language: string, text: string, start: number, forbidden = ['', '']) => {
    writeText(localeAt, language);
    writeText(localeAt + 4, '');
    writeText(textAt, text);
    writeText(optionsAt, forbidden[0] ?? '');
    writeText(optionsAt + 4, forbidden[1] ?? '');
    view.setUint8(optionsAt + 8, 1);
    view.setUint8(optionsAt + 9, 1);
    word(resultAt + 8, 99);
    const called = table.get(methodIndex) as (...parameters: number[]) => void;
    called(resultAt, 0, textAt, start, localeAt, 0, 0, optionsAt);
    return {
      type: view.getInt16(resultAt, true),
      index: view.getInt32(resultAt + 4, true),
      hyphenated: view.getUint32(resultAt + 8, true),
    };
  };
  return { exports: { __indirect_function_table: table }, memory, table, breakLine };
}

describe('the line breaks of the engine', () => {
  test('of Chinese follow its rules, with the lists that the build lacks', () => {
    const { exports, memory, breakLine } = engineOf();
    breakEastAsianLines(exports, memory);
    expect(breakLine('zh', '按计划进行。完成', 5)).toEqual({ type: 1, index: 6, hyphenated: 0 });
    expect(breakLine('zh', '期间（主前）', 3).index).toBe(2);
  });

  test('of Chinese follow the lists that the document states', () => {
    const { exports, memory, breakLine } = engineOf();
    breakEastAsianLines(exports, memory);
    expect(breakLine('zh', '期间（主前）', 3, ['前', '']).index).toBe(3);
    expect(breakLine('zh', '期间（主前）', 4, ['前', '']).index).toBe(3);
  });

  test('of other languages remain those of the engine', () => {
    const { exports, memory, breakLine } = engineOf();
    breakEastAsianLines(exports, memory);
    expect(breakLine('en', 'minutes', 5).index).toBe(77);
  });

  test('fail for a build of another form', () => {
    const { exports, memory } = engineOf('N8i18npool12AnotherClassE');
    expect(() => breakEastAsianLines(exports, memory)).toThrow('no method that breaks lines');
    expect(() => breakEastAsianLines({}, memory)).toThrow('no table of functions');
  });

  test('find the memory among the imports', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    expect(memoryOf({ a: { b: () => 0, c: memory } })).toBe(memory);
    expect(() => memoryOf({ a: {} })).toThrow('no memory');
  });
});
