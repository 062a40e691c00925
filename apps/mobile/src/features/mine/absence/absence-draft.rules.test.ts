import { expect, test } from 'vitest';
import { emptyAbsence, faultsOf, toNewAbsence } from './absence-draft.rules.ts';

const deputy = { fid: 'f-1', name: '王强' };
const now = new Date(2027, 0, 30, 12).getTime();

test('an absence needs a deputy, an end after its start and after now, and a type unless it is for all', () => {
  expect(faultsOf(emptyAbsence, now)).toEqual({ deputy: true });
  const draft = { ...emptyAbsence, deputy };
  expect(faultsOf(draft, now)).toEqual({});
  expect(faultsOf({ ...draft, until: '2027-01-30T12:00' }, now)).toEqual({ until: true });
  expect(faultsOf({ ...draft, until: '2027-01-30T12:01' }, now)).toEqual({});
  const later = { ...draft, from: '2027-02-02T08:00', until: '2027-02-01T08:00' };
  expect(faultsOf(later, now)).toEqual({ until: true });
  expect(faultsOf({ ...draft, hasAllTypes: false }, now)).toEqual({ types: true });
});

test('empty times mean now and no end, others are local times', () => {
  expect(toNewAbsence({ ...emptyAbsence, deputy })).toEqual({ deputy: 'f-1', until: null, types: null });
  const draft = { ...emptyAbsence, deputy, from: '2027-01-30T08:00', until: '2027-01-31T18:00' };
  expect(toNewAbsence({ ...draft, hasAllTypes: false, types: ['mail_out'] })).toEqual({
    deputy: 'f-1',
    from: new Date(2027, 0, 30, 8).getTime(),
    until: new Date(2027, 0, 31, 18).getTime(),
    types: ['mail_out'],
  });
});
