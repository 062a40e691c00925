import type { FlowFile, FlowVersion } from '@sealflow/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBase, fieldChanges, fileChanges } from './changes.rules.ts';
import { diffTexts } from './text-diff.rules.ts';

const marked = (before: string, after: string): string =>
  diffTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('');

describe('the difference of two texts', () => {
  test.each([
    ['', '', ''],
    ['', '新', '+新+'],
    ['用于项目评审', '用于合同评审', '用于-项目-+合同+评审'],
    ['send two files today', 'send three files', 'send -two-+three+ files- today-'],
  ])('of %j and %j is %j', (before, after, difference) => {
    expect(marked(before, after)).toBe(difference);
  });

  test('contains both texts in order, for any texts', () => {
    const texts = fc.array(fc.constantFrom('甲', '乙', '丙', ' ', 'a', 'b')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const parts = diffTexts(before, after);
        const without = (kind: string) =>
          parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  test('of very long texts marks their middle as replaced', () => {
    const long = (letter: string) => `start ${`${letter} `.repeat(3000)}end`;
    expect(diffTexts(long('a'), long('b')).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});

const file = (uri: string, name = uri, sha256 = uri): FlowFile => ({
  fileID: `id-${uri}`,
  uri,
  name,
  size: 1,
  mimeType: 'text/plain',
  sha256,
  encrypted: false,
});
const kinds = (before: FlowFile[], after: FlowFile[]) =>
  fileChanges(before, after).map((change) => `${change.kind} ${change.file.uri}`);

test('files are added, removed, replaced under their name, or renamed', () => {
  expect(kinds([file('a')], [file('a'), file('b')])).toEqual(['added b']);
  expect(kinds([file('a'), file('b')], [file('b')])).toEqual(['removed a']);
  expect(kinds([file('a', 'plan.txt')], [file('b', 'plan.txt')])).toEqual(['replaced b']);
  expect(kinds([file('a', 'old.txt', 'same')], [file('b', 'new.txt', 'same')])).toEqual(['renamed b']);
  expect(kinds([file('a', 'plan.txt', 'same')], [file('b', 'plan.txt', 'same')])).toEqual([]);
  expect(kinds([file('a', 'x')], [file('b', 'x'), file('c', 'x')])).toEqual(['replaced b', 'added c']);
});

test('fields that differ are listed, also those that only one version has', () => {
  const before = {
    fields: [
      { name: '标题', value: '甲' },
      { name: '主题', value: '旧' },
    ],
    files: [],
  };
  const after = {
    fields: [
      { name: '标题', value: '甲' },
      { name: '正文', value: '新' },
    ],
    files: [],
  };
  expect(fieldChanges(before, after)).toEqual([
    { name: '正文', parts: [{ kind: 'added', text: '新' }] },
    { name: '主题', parts: [{ kind: 'removed', text: '旧' }] },
  ]);
});

test('the current version is compared with the last one that the person decided on, else with the one before', () => {
  const versions = (...decided: boolean[]) =>
    decided.map((isDecided, index) => ({ version: index + 1, isDecided }) as FlowVersion);
  expect(defaultBase(versions(true, false, false))).toBe(1);
  expect(defaultBase(versions(false, false, false))).toBe(2);
  expect(defaultBase(versions(true, true, true))).toBe(2);
  expect(defaultBase(versions(false))).toBeNull();
});
