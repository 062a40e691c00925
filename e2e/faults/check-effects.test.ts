import { expect, test } from 'vitest';
import { checkEffects, type EffectRows } from './check-effects.ts';

const rows: EffectRows = {
  tasks: [{ id: 't', step: 'approve', state: 'processed', fid: 'ann', tid: 'one' }],
  flows: [
    { flow_id: 'f', state: 'finished', type: 'mail_out' },
    { flow_id: 'g', state: 'finished', type: 'trusted_mailbox_application' },
  ],
  notices: [
    { idempotency_key: 'task:t:opened', channel: 'work:one:one-ann' },
    { idempotency_key: 'flow:f:finished', channel: 'work:one:one-dan' },
    { idempotency_key: 'flow:g:finished', channel: 'work:one:one-dan' },
  ],
  mails: [{ flow_id: 'f', message_id: 'f@host', state: 'sent' }],
  records: [{ act: 'processing.mailbox_trusted', subject: 'g' }],
};
const mail = (id: string) => ({ to: ['x'], raw: `From: a\r\nMessage-ID: <${id}>\r\n\r\nText` });
const names = (violations: readonly { invariant: string }[]) => violations.map(({ invariant }) => invariant);

test('one effect per event, and a repeated mail with the same id, violate nothing', () => {
  expect(checkEffects(rows, [mail('f@host')])).toEqual([]);
  expect(checkEffects(rows, [mail('f@host'), mail('f@host')])).toEqual([]);
});

test('a missing mail, or a mail with another id, is found', () => {
  expect(names(checkEffects(rows, []))).toEqual(['mails-as-promised']);
  expect(names(checkEffects(rows, [mail('f@host'), mail('other@host')]))).toEqual(['mails-as-promised']);
  expect(names(checkEffects({ ...rows, mails: [] }, []))).toEqual(['mails-as-promised']);
});

test('a missing notice, a duplicate notice, and a notice to the wrong person are found', () => {
  const mails = [mail('f@host')];
  expect(names(checkEffects({ ...rows, notices: rows.notices.slice(1) }, mails))).toEqual(['effects-once']);
  expect(names(checkEffects({ ...rows, notices: [...rows.notices, ...rows.notices] }, mails))).toHaveLength(
    3,
  );
  const misdirected = rows.notices.map((notice) => ({ ...notice, channel: 'work:one:one-eve' }));
  expect(names(checkEffects({ ...rows, notices: misdirected }, mails))).toEqual(['effects-once']);
});

test('an effect that happened twice or not at all is found', () => {
  const mails = [mail('f@host')];
  expect(names(checkEffects({ ...rows, records: [] }, mails))).toEqual(['effects-once']);
  expect(names(checkEffects({ ...rows, records: [...rows.records, ...rows.records] }, mails))).toEqual([
    'effects-once',
  ]);
});
