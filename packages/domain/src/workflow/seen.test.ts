import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ApplicationSnapshot, canonicalSnapshot } from './seen.ts';

const file = { uri: 'a', name: '合同.pdf', size: 10, sha256: '00' };
const seen: ApplicationSnapshot = {
  flowID: 'f1',
  type: 'file_out',
  title: '标题',
  description: '',
  applicantID: 'lin',
  files: [file, { ...file, uri: 'b' }],
};

test('the snapshot has this exact text, which never changes', () => {
  expect(canonicalSnapshot({ ...seen, details: {} })).toBe(canonicalSnapshot(seen));
  expect(canonicalSnapshot(seen)).toBe(
    '["seen.1","f1","file_out","标题","","lin",[["a","合同.pdf",10,"00"],["b","合同.pdf",10,"00"]]]',
  );
});

test('a snapshot with details is version 2, in any order of their keys', () => {
  const details = { subject: '合同', to: ['b@x.example', 'a@x.example'], until: null, body: undefined };
  const text =
    '["seen.2","f1","file_out","标题","","lin",[["a","合同.pdf",10,"00"],["b","合同.pdf",10,"00"]],' +
    '[["subject","合同"],["to",["b@x.example","a@x.example"]],["until",null]]]';
  expect(canonicalSnapshot({ ...seen, details })).toBe(text);
  const { until, to, subject } = details;
  expect(canonicalSnapshot({ ...seen, details: { until, to, subject } })).toBe(text);
  expect(canonicalSnapshot({ ...seen, details: { ...details, to: ['b@x.example'] } })).not.toBe(text);
});

test('the snapshot does not depend on the order of files or of keys', () => {
  const reversed = Object.fromEntries(Object.entries(seen).toReversed()) as unknown as ApplicationSnapshot;
  expect(canonicalSnapshot({ ...reversed, files: seen.files.toReversed() })).toBe(canonicalSnapshot(seen));
});

test('the snapshot differs if any text differs, whatever characters the text contains', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  fc.assert(
    fc.property(text, text, text, text, (title, description, otherTitle, otherDescription) => {
      const same = title === otherTitle && description === otherDescription;
      const one = canonicalSnapshot({ ...seen, title, description });
      const other = canonicalSnapshot({ ...seen, title: otherTitle, description: otherDescription });
      expect(one === other).toBe(same);
    }),
  );
});

test.each([{ name: 'x' }, { size: 11 }, { sha256: '01' }, { uri: 'c' }])(
  'the snapshot differs with a file’s %o',
  (change) => {
    expect(canonicalSnapshot({ ...seen, files: [{ ...file, ...change }] })).not.toBe(
      canonicalSnapshot({ ...seen, files: [file] }),
    );
  },
);
