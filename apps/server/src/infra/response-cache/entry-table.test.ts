import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EntryKey, EntryTable, entryKeyOf } from './entry-table.util.ts';

const state = { tags: [1], storedAt: 0, readAt: 0, until: 0 };

/** The expected behaviour: a map in the order of insertion. */
class Model {
  readonly entries = new Map<string, { value: number; tags: readonly number[] }>();
  readonly #maxEntries: number;
  readonly #maxEntriesPerFirstTag: number;

  constructor(maxEntries: number, maxEntriesPerFirstTag: number) {
    this.#maxEntries = maxEntries;
    this.#maxEntriesPerFirstTag = maxEntriesPerFirstTag;
  }

  insert(key: string, value: number, tags: readonly number[]) {
    this.entries.delete(key);
    const alike = [...this.entries].filter(([, entry]) => entry.tags[0] === tags[0]);
    if (alike.length >= this.#maxEntriesPerFirstTag) this.entries.delete(alike[0]?.[0] ?? '');
    const [oldest = ''] = this.entries.keys();
    if (this.entries.size >= this.#maxEntries) this.entries.delete(oldest);
    this.entries.set(key, { value, tags });
  }
}

const keys = Array.from({ length: 13 }, (_, number) => `key ${number}`);
const key = fc.constantFrom(...keys);
// 8 and 16 have the hash of 0 in a small table.
const tags = fc.array(fc.constantFrom(0, 1, 8, 16, -1, 2 ** 31 - 1), { minLength: 1, maxLength: 9 });
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('insert' as const), key, tags }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('remove' as const), key }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clear' as const) }) },
);

type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

function apply(one: Action, at: number, { table, model }: { table: EntryTable<number>; model: Model }) {
  if (one.act === 'clear') {
    table.clear();
    model.entries.clear();
  } else if (one.act === 'insert') {
    table.insert(entryKeyOf(one.key), at, { tags: one.tags, storedAt: at, readAt: at * 2, until: at * 3 });
    model.insert(one.key, at, one.tags);
  } else {
    const slot = table.find(entryKeyOf(one.key));
    if (slot !== 0) table.remove(slot);
    model.entries.delete(one.key);
  }
}

function entryOf(table: EntryTable<number>, text: string) {
  const slot = table.find(entryKeyOf(text));
  if (slot === 0) return undefined;
  const times = [table.storedAtOf(slot), table.readAtOf(slot), table.untilOf(slot)];
  return { value: table.valueOf(slot), tags: table.tagsOf(slot), times };
}

function expectedOf(model: Model, text: string) {
  const entry = model.entries.get(text);
  return entry && { ...entry, times: [entry.value, entry.value * 2, entry.value * 3] };
}

test('contains what a map with the same limits contains, after any changes', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const table = new EntryTable<number>({ maxEntries: 7, maxEntriesPerFirstTag: 3 });
      const model = new Model(7, 3);
      for (const [at, one] of actions.entries()) {
        apply(one, at, { table, model });
        expect(keys.map((text) => entryOf(table, text))).toEqual(keys.map((text) => expectedOf(model, text)));
      }
    }),
    { numRuns: 500 },
  );
});

test('tells keys apart that differ in any byte', () => {
  const table = new EntryTable<number>({ maxEntries: 100, maxEntriesPerFirstTag: 100 });
  const base = '\u00ff'.repeat(16);
  const similar = [
    base,
    ...Array.from({ length: 16 }, (_, at) => `${base.slice(0, at)}\u0000${base.slice(at + 1)}`),
  ];
  for (const [index, one] of similar.entries()) table.insert(one as EntryKey, index, state);
  expect(similar.map((one) => table.valueOf(table.find(one as EntryKey)))).toEqual([...similar.keys()]);
});

test('keys of different texts differ, keys of equal texts are equal', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => `text ${index}`);
  expect(new Set(texts.map((text) => entryKeyOf(text))).size).toBe(1000);
  expect(entryKeyOf('text')).toBe(entryKeyOf('text'));
  expect(entryKeyOf('text')).toHaveLength(16);
});

test('entries with shared values hardly use the heap', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const shared = { body: '{}' };
  const count = 100_000;
  const table = new EntryTable<object>({ maxEntries: count, maxEntriesPerFirstTag: 2 });
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index += 1)
    table.insert(entryKeyOf(`text ${index}`), shared, { ...state, tags: [index, 1, 2, 3, 4, 5] });
  collect();
  // A pointer per entry; an object with its key, its tags and its times would be 300 bytes.
  expect((process.memoryUsage().heapUsed - before) / count).toBeLessThan(30);
  expect(table.valueOf(table.find(entryKeyOf('text 0')))).toBe(shared);
});
