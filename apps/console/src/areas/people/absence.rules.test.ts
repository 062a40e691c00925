import { expect, test } from 'vitest';
import { emptyAbsence, isComplete, toNewAbsence } from './absence.rules.ts';

const deputy = { fid: 'f-1', name: '王强' };

test('an absence needs a deputy, and a type unless it is for all', () => {
  expect(isComplete(emptyAbsence)).toBe(false);
  expect(isComplete({ ...emptyAbsence, deputy })).toBe(true);
  expect(isComplete({ ...emptyAbsence, deputy, hasAllTypes: false })).toBe(false);
  expect(isComplete({ ...emptyAbsence, deputy, hasAllTypes: false, types: ['file_out'] })).toBe(true);
});

test('empty times mean now and no end, others are local times', () => {
  expect(toNewAbsence({ ...emptyAbsence, deputy })).toEqual({ deputy: 'f-1', until: null, types: null });
  const until = new Date(2027, 0, 31, 18).getTime();
  const draft = { ...emptyAbsence, deputy, from: '2027-01-30T08:00', until: '2027-01-31T18:00' };
  expect(toNewAbsence({ ...draft, hasAllTypes: false, types: ['mail_out', 'file_out'] })).toEqual({
    deputy: 'f-1',
    from: new Date(2027, 0, 30, 8).getTime(),
    until,
    types: ['file_out', 'mail_out'],
  });
});
