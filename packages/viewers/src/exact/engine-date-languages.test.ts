import { describe, expect, test } from 'vitest';
import { writeEastAsianDates } from './engine-date-languages.util.ts';

/** The memory of an engine with the name of a locale, and as many table entries after the word that points to it. */
function engineOf(name: string, functionCount: number) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new DataView(memory.buffer);
  const [nameAt, localesAt] = [2_001, 4_000];
  new Uint8Array(memory.buffer).set(new TextEncoder().encode(`\0${name}\0`), nameAt - 1);
  view.setUint32(localesAt, nameAt, true);
  for (let index = 0; index < functionCount; index += 1)
    view.setUint32(localesAt + 4 + 4 * index, 100 + index, true);
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 200 });
  return { memory, exports: { __indirect_function_table: table, malloc: () => 8_000 } };
}

describe('the dates of the engine', () => {
  test('fail for a build of another form', () => {
    const { memory, exports } = engineOf('en_US', 18);
    expect(() => writeEastAsianDates(exports, memory)).toThrow('no functions for data of locales');
    const { __indirect_function_table } = exports;
    expect(() => writeEastAsianDates({ __indirect_function_table }, memory)).toThrow('allocates memory');
    const other = engineOf('fr_FR', 19);
    expect(() => writeEastAsianDates(other.exports, other.memory)).toThrow(
      'no functions for data of locales',
    );
  });

  test('replace no other locales than those that they know', () => {
    const { memory, exports } = engineOf('en_US', 19);
    expect(() => writeEastAsianDates(exports, memory)).toThrow('the engine contains other locales');
  });
});
