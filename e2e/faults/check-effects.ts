import type { Violation } from './journal.ts';

export interface EffectRows {
  /** Tasks with an assignee. */
  readonly tasks: readonly { id: string; step: string; state: string; fid: string | null; tid: string }[];
  readonly flows: readonly { flow_id: string; state: string; type: string }[];
  readonly notices: readonly { idempotency_key: string; channel: string }[];
  readonly mails: readonly { flow_id: string; message_id: string; state: string }[];
  /** Audit records of processing: act and subject. */
  readonly records: readonly { act: string; subject: string }[];
}

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly raw: string;
}

const notifiedSteps = new Set(['initiate', 'approve', 'cc', 'file_process', 'download_decrypt']);

/**
 * The effects of a decision happen once: notices and records. Mails are sent at least once, under one id (decision
 * 036).
 */
export function checkEffects(rows: EffectRows, mails: readonly ReceivedMail[]): Violation[] {
  const violations: Violation[] = [];
  const notices = Map.groupBy(rows.notices, ({ idempotency_key }) => idempotency_key);
  for (const { id, step, fid, tid } of rows.tasks) {
    if (!notifiedSteps.has(step) || fid === null) continue;
    const sentNotices = notices.get(`task:${id}:opened`) ?? [];
    if (sentNotices.length !== 1 || sentNotices[0]?.channel !== `work:${tid}:${tid}-${fid}`) {
      violations.push({
        invariant: 'effects-once',
        description: `the assignee of task ${id} was notified ${sentNotices.length} times`,
        evidence: sentNotices,
      });
    }
  }
  for (const { flow_id, state } of rows.flows) {
    if (!['finished', 'rejected'].includes(state)) continue;
    const sentNotices = notices.get(`flow:${flow_id}:${state}`) ?? [];
    if (sentNotices.length !== 1)
      violations.push({
        invariant: 'effects-once',
        description: `the applicant was notified of the end of application ${flow_id} ${sentNotices.length} times`,
      });
  }
  const records = Map.groupBy(rows.records, ({ act, subject }) => `${act} ${subject}`);
  for (const { flow_id, type, state } of rows.flows) {
    if (type !== 'trusted_mailbox_application') continue;
    const applied = records.get(`processing.mailbox_trusted ${flow_id}`)?.length ?? 0;
    if (applied > 1 || (state === 'finished' && applied !== 1)) {
      violations.push({
        invariant: 'effects-once',
        description: `application ${flow_id} is ${state} and took effect ${applied} times`,
      });
    }
  }
  return [...violations, ...checkMails(rows, mails)];
}

function checkMails({ mails, flows }: EffectRows, received: readonly ReceivedMail[]): Violation[] {
  const violations: Violation[] = [];
  const ids = received.map(({ raw }) => /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '');
  const known = new Map(mails.map((mail) => [mail.message_id, mail]));
  for (const id of new Set(ids)) {
    if (!known.has(id))
      violations.push({
        invariant: 'mails-as-promised',
        description: `a mail was sent under ${id || 'no id'}, which belongs to no application`,
      });
  }
  for (const { flow_id, message_id, state } of mails) {
    if (state === 'sent' && !ids.includes(message_id)) {
      violations.push({
        invariant: 'mails-as-promised',
        description: `the mail of application ${flow_id} is marked as sent but did not arrive`,
      });
    }
  }
  const sent = new Set(mails.filter(({ state }) => state === 'sent').map(({ flow_id }) => flow_id));
  for (const { flow_id, type, state } of flows) {
    if (type === 'mail_out' && state === 'finished' && !sent.has(flow_id)) {
      violations.push({
        invariant: 'mails-as-promised',
        description: `application ${flow_id} is finished without its mail`,
      });
    }
  }
  return violations;
}
