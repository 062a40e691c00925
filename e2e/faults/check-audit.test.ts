import { expect, test } from 'vitest';
import { type AuditRows, checkRecords } from './check-audit.ts';

const person = { tid: 'one', fid: 'ann', aid: 'one-ann' };
const record = (actName: string, fields: object = {}) => ({
  act: actName,
  decision: 'granted',
  aid: null,
  device_id: null,
  document_id: null,
  subject: null,
  count: 1,
  ...fields,
});
const granted = record('rewrap', { aid: 'one-ann', device_id: 'd', document_id: 'x' });
const rows: AuditRows = {
  records: [granted, record('register', { document_id: 'x' }), record('message.sent', { subject: 'p' })],
  documents: ['x'],
};
const journal = {
  licences: [{ ...person, documentID: 'x', deviceID: 'd' }],
  documents: [{ ...person, documentID: 'x' }],
  posts: [{ tid: 'one', postID: 'p', fids: null, text: '' }],
  packages: [],
};
const names = (violations: readonly { invariant: string }[]) => violations.map(({ invariant }) => invariant);

test('complete audit records violate nothing, nor does a record whose response was lost', () => {
  expect(checkRecords(rows, journal)).toEqual([]);
  expect(checkRecords({ ...rows, records: [...rows.records, granted] }, journal)).toEqual([]);
});

test('a licence without its own audit record, or with a refused one, is found', () => {
  const licences = [...journal.licences, ...journal.licences];
  expect(names(checkRecords(rows, { ...journal, licences }))).toEqual(['licences-audited']);
  const refused = rows.records.map((one) => (one.act === 'rewrap' ? { ...one, decision: 'refused' } : one));
  expect(names(checkRecords({ ...rows, records: refused }, journal))).toEqual(['licences-audited']);
});

test('a document or message without its audit record, and a missing document, are found', () => {
  expect(names(checkRecords({ ...rows, records: [granted] }, journal))).toEqual([
    'documents-audited',
    'messages-audited',
  ]);
  expect(names(checkRecords({ ...rows, documents: [] }, journal))).toEqual(['documents-kept']);
});
