import { expect, test } from 'vitest';
import { draftFaults, emptyDraft, toAudience, toPost } from './post-draft.rules.ts';

const now = new Date('2026-05-01T08:00').getTime();
const filled = { ...emptyDraft, title: ' 放假 ', text: '周五放假' };

test('a draft needs a content in each of its languages', () => {
  expect(draftFaults(emptyDraft, now).content).toBe('empty');
  expect(draftFaults({ ...filled, hasEnglish: true }, now).english).toBe('emptyEnglish');
  expect(draftFaults(filled, now)).toEqual({
    content: undefined,
    english: undefined,
    audience: undefined,
    sendAt: undefined,
  });
});

test('a draft for chosen members needs one of them', () => {
  const audience = { ...emptyDraft.audience, isAll: false };
  expect(draftFaults({ ...filled, audience }, now).audience).toBe('noRecipients');
  expect(toAudience({ ...audience, people: [{ fid: 'f-1', name: '王' }] })).toEqual({ fids: ['f-1'] });
});

test.each([
  ['', 'noTime'],
  ['2026-05-01T08:00', 'pastTime'],
  ['2027-06-01T08:00', 'tooLate'],
  ['2026-05-01T08:01', undefined],
])('the time %s of a later draft has the fault %s', (sendAt, fault) => {
  expect(draftFaults({ ...filled, isLater: true, sendAt }, now).sendAt).toBe(fault);
});

test('the time of sending is the local time that was entered', () => {
  expect(toPost({ ...filled, isLater: true, sendAt: '2026-05-02T09:30' })).toEqual({
    type: 'announcement',
    title: '放假',
    text: '周五放假',
    sendAt: new Date(2026, 4, 2, 9, 30).getTime(),
  });
});
