import { expect, test } from 'vitest';
import { type AuditRows, checkRecords } from './check-audit.ts';

const person = { tid: 'one', fid: 'ann', aid: 'one-ann' };
const record = (act: string, more: object = {}) => ({
  act,
  decision: 'granted',
  aid: null,
  device_id: null,
  document_id: null,
  subject: null,
  count: 1,
  ...more,
});
const granted = record('rewrap', { aid: 'one-ann', device_id: 'd', document_id: 'x' });
const rows: AuditRows = {
  records: [granted, record('register', { document_id: 'x' }), record('message.sent', { subject: 'p' })],
  documents: ['x'],
};
const notes = {
  licences: [{ ...person, documentID: 'x', deviceID: 'd' }],
  documents: [{ ...person, documentID: 'x' }],
  posts: [{ tid: 'one', postID: 'p', fids: null, text: '' }],
  packages: [],
};
const names = (found: readonly { invariant: string }[]) => found.map(({ invariant }) => invariant);

test('with a record for each nothing is broken, nor with one whose answer was lost', () => {
  expect(checkRecords(rows, notes)).toEqual([]);
  expect(checkRecords({ ...rows, records: [...rows.records, granted] }, notes)).toEqual([]);
});

test('a licence more than there are records, or one on record as refused, is found', () => {
  const licences = [...notes.licences, ...notes.licences];
  expect(names(checkRecords(rows, { ...notes, licences }))).toEqual(['licences-audited']);
  const refused = rows.records.map((one) => (one.act === 'rewrap' ? { ...one, decision: 'refused' } : one));
  expect(names(checkRecords({ ...rows, records: refused }, notes))).toEqual(['licences-audited']);
});

test('a document or a message without its record is found, and a document that is not there', () => {
  expect(names(checkRecords({ ...rows, records: [granted] }, notes))).toEqual([
    'documents-audited',
    'messages-audited',
  ]);
  expect(names(checkRecords({ ...rows, documents: [] }, notes))).toEqual(['documents-kept']);
});
