import { applicationTypeNames } from '@sealflow/domain/workflow';
import { describe, expect, it } from 'vitest';
import { contentFingerprint, toApplicationBody } from './application.rules.ts';
import { checkDraft, firstFault } from './check-draft.rules.ts';
import type { ApplicationDraft } from './draft.types.ts';
import { createDraft } from './drafts/new-draft.rules.ts';
import { leaseEnd, leaseFields } from './lease.rules.ts';
import { splitAddresses } from './recipients.rules.ts';

const now = Date.UTC(2026, 10, 21, 10, 0, 30);
const day = 86_400_000;
const file = { id: 'f', name: '合同.pdf', size: 3, uri: 'u1' };
const draft = (type: ApplicationDraft['type'], more: Partial<ApplicationDraft> = {}): ApplicationDraft => ({
  ...createDraft({ draftID: 'd', tid: 't1', type, email: 'li@x.example' }),
  title: '标题',
  files: [file],
  ...more,
});
const withDetails = (
  type: ApplicationDraft['type'],
  details: Partial<ApplicationDraft['details']>,
): ApplicationDraft => draft(type, { details: { ...draft(type).details, ...details } });

describe('draft validation', () => {
  it.each(applicationTypeNames)('requires a title for %s', (type) => {
    expect(checkDraft(draft(type, { title: ' ' }), now).title).toBe('required');
  });

  it('rejects a title, a description and files beyond the limits of the service', () => {
    const long = draft('file_out', { title: '长'.repeat(201), description: '长'.repeat(4001) });
    expect(checkDraft(long, now)).toMatchObject({ title: 'tooLong', description: 'tooLong' });
    expect(checkDraft(draft('file_out', { files: Array.from({ length: 51 }, () => file) }), now).files).toBe(
      'tooMany',
    );
  });

  it('requires the approver of each stage whose choice is required, and sends the choices', () => {
    const choices = [
      { stage: 1, isRequired: false },
      { stage: 2, isRequired: true },
    ];
    const chosenFor = (stage: number) =>
      draft('file_out', { approvers: [{ stage, person: { fid: 'p1', name: '李娜' } }] });
    expect(checkDraft(draft('file_out'), now, choices)).toEqual({ approvers: 'required' });
    expect(checkDraft(chosenFor(1), now, choices)).toEqual({ approvers: 'required' });
    expect(checkDraft(chosenFor(2), now, choices)).toEqual({});
    expect(toApplicationBody(chosenFor(2), now).chosenApprovers).toEqual([{ stage: 2, fid: 'p1' }]);
    expect(contentFingerprint(chosenFor(1))).not.toBe(contentFingerprint(chosenFor(2)));
    expect(toApplicationBody(draft('file_out'), now)).not.toHaveProperty('chosenApprovers');
  });

  it('requires files where the type does, each of them uploaded or available on this device', () => {
    expect(checkDraft(draft('file_out', { files: [] }), now)).toEqual({ files: 'filesNeeded' });
    expect(checkDraft(draft('trusted_mailbox_application', { files: [] }), now)).toEqual({});
    expect(checkDraft(draft('file_out', { files: [{ ...file, uri: null }] }), now).files).toBe(
      'filesUnderWay',
    );
    const here = { ...file, uri: null, copied: true };
    expect(checkDraft(draft('file_out', { files: [here] }), now)).toEqual({});
    expect(checkDraft(draft('file_out', { files: [{ ...here, refused: true }] }), now).files).toBe(
      'filesUnderWay',
    );
  });

  it.each([
    [withDetails('mail_out', {}), { to: 'required' }],
    [withDetails('mail_out', { to: ['a@x.example'], recipient: '没有' }), { to: 'email' }],
    [withDetails('mail_out', { recipient: 'a@x.example' }), {}],
    [withDetails('trusted_mailbox_application', { email: '' }), { email: 'required' }],
    [withDetails('trusted_mailbox_application', { email: 'a@' }), { email: 'email' }],
    [withDetails('file_to_classification', {}), { classificationID: 'required' }],
    [withDetails('file_authorization', {}), { people: 'required' }],
    [withDetails('file_marking', { watermark: false }), { marks: 'noMark' }],
    [draft('file_decryption'), {}],
  ])('reports the expected field errors for case %#', (one, faults) => {
    expect(checkDraft(one, now)).toEqual(faults);
  });

  it('accepts a lease end only in the future', () => {
    const people = [{ fid: 'u2', name: '李娜' }];
    const until = (leaseDay: string) =>
      checkDraft(withDetails('file_authorization', { people, lease: 'date', leaseDay }), now).until;
    expect(until('2026-11-18')).toBe('past');
    expect(until('2026-02-31')).toBe('required');
    expect(until('2026-12-01')).toBeUndefined();
  });

  it('returns the topmost field with an error', () => {
    expect(firstFault({ files: 'filesNeeded', to: 'required' })).toBe('to');
    expect(firstFault({})).toBeNull();
  });
});

describe('application body', () => {
  it('contains the details of its type only', () => {
    const all = { subject: ' 主题 ', email: 'a@x.example', noDownload: true, recipient: 'b@x.example' };
    expect(toApplicationBody(withDetails('mail_out', all), now)).toEqual({
      type: 'mail_out',
      title: '标题',
      description: '',
      files: ['u1'],
      details: { to: ['b@x.example'], subject: '主题' },
    });
    expect(toApplicationBody(withDetails('file_out', all), now)).not.toHaveProperty('details');
    expect(toApplicationBody(withDetails('file_marking', all), now).details).toEqual({
      watermark: true,
      noDownload: true,
    });
  });

  it('has a fingerprint that changes with the content only', () => {
    const one = withDetails('file_authorization', { people: [{ fid: 'u2', name: '李娜' }] });
    expect(contentFingerprint({ ...one, updateAt: 5 })).toBe(contentFingerprint(one));
    expect(contentFingerprint({ ...one, title: '另一个' })).not.toBe(contentFingerprint(one));
  });

  it('rounds the end of a lease in days down to the minute', () => {
    const none = { leaseDay: '', leaseSlot: 'all_day' } as const;
    expect(leaseEnd({ ...none, lease: '7' }, now)).toBe(now - 30_000 + 7 * day);
    expect(leaseEnd({ ...none, lease: 'forever' }, now)).toBeNull();
  });

  it.each([
    ['morning', 12],
    ['afternoon', 18],
    ['evening', 30],
    ['all_day', 30],
  ] as const)(
    'ends a lease with the %s of a day and restores the fields from that end',
    (leaseSlot, hour) => {
      const fields = { lease: 'date', leaseDay: '2026-12-01', leaseSlot } as const;
      const end = leaseEnd(fields, now);
      expect(end).toBe(new Date(2026, 11, 1, hour).getTime());
      expect(leaseEnd(leaseFields(end ?? 0), now)).toBe(end);
    },
  );
});

it('splits pasted address lists at every common separator', () => {
  expect(splitAddresses('a@x.example，b@x.example; c@x.example\nd@x.example ')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'd@x.example',
  ]);
});
