import type { Violation } from './journal.ts';

export interface EffectRows {
  /** Tasks that were given to somebody. */
  readonly tasks: readonly { id: string; step: string; state: string; fid: string | null; tid: string }[];
  readonly flows: readonly { flow_id: string; state: string; type: string }[];
  readonly notices: readonly { idempotency_key: string; channel: string }[];
  readonly mails: readonly { flow_id: string; message_id: string; state: string }[];
  /** Records of what processing did: act and subject. */
  readonly records: readonly { act: string; subject: string }[];
}

export interface MailSeen {
  readonly to: readonly string[];
  readonly raw: string;
}

const told = new Set(['approve', 'cc', 'file_process', 'download_decrypt']);

/** What a decision brings about happens once: notices and records; mails at least once, under one id (decision 036). */
export function checkEffects(rows: EffectRows, mails: readonly MailSeen[]): Violation[] {
  const found: Violation[] = [];
  const notices = Map.groupBy(rows.notices, ({ idempotency_key }) => idempotency_key);
  for (const { id, step, fid, tid } of rows.tasks) {
    if (!told.has(step) || fid === null) continue;
    const posted = notices.get(`task:${id}:opened`) ?? [];
    if (posted.length !== 1 || posted[0]?.channel !== `work:${tid}:${tid}-${fid}`) {
      found.push({
        invariant: 'effects-once',
        what: `of task ${id} its holder was told ${posted.length} times`,
        evidence: posted,
      });
    }
  }
  for (const { flow_id, state } of rows.flows) {
    if (!['finished', 'rejected'].includes(state)) continue;
    const posted = notices.get(`flow:${flow_id}:${state}`) ?? [];
    if (posted.length !== 1)
      found.push({
        invariant: 'effects-once',
        what: `of the end of application ${flow_id} its applicant was told ${posted.length} times`,
      });
  }
  const records = Map.groupBy(rows.records, ({ act, subject }) => `${act} ${subject}`);
  for (const { flow_id, type, state } of rows.flows) {
    if (type !== 'trusted_mailbox_application') continue;
    const applied = records.get(`processing.mailbox_trusted ${flow_id}`)?.length ?? 0;
    if (applied > 1 || (state === 'finished' && applied !== 1)) {
      found.push({
        invariant: 'effects-once',
        what: `application ${flow_id} is ${state} and took effect ${applied} times`,
      });
    }
  }
  return [...found, ...checkMails(rows, mails)];
}

function checkMails({ mails, flows }: EffectRows, seen: readonly MailSeen[]): Violation[] {
  const found: Violation[] = [];
  const ids = seen.map(({ raw }) => /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '');
  const known = new Map(mails.map((mail) => [mail.message_id, mail]));
  for (const id of new Set(ids)) {
    if (!known.has(id))
      found.push({
        invariant: 'mails-as-promised',
        what: `a mail went out under ${id || 'no id'}, which is no application's`,
      });
  }
  for (const { flow_id, message_id, state } of mails) {
    if (state === 'sent' && !ids.includes(message_id)) {
      found.push({
        invariant: 'mails-as-promised',
        what: `the mail of application ${flow_id} is called sent and never came`,
      });
    }
  }
  const sent = new Set(mails.filter(({ state }) => state === 'sent').map(({ flow_id }) => flow_id));
  for (const { flow_id, type, state } of flows) {
    if (type === 'mail_out' && state === 'finished' && !sent.has(flow_id)) {
      found.push({
        invariant: 'mails-as-promised',
        what: `application ${flow_id} is finished without its mail`,
      });
    }
  }
  return found;
}
