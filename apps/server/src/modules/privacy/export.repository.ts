import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

interface Part {
  readonly name: string;
  readonly rows: RawBuilder<ExportedRow>;
}

/** What belongs to the account itself. Digests of passwords and wrapped keys are left out: they are secrets of the service. */
const accountParts = (aid: string): readonly Part[] => [
  {
    name: 'account',
    rows: sql`select aid, username, mobile_no, mobile_verified_at, email, email_verified_at, managed_by, state, created_at,
      delete_at from accounts where aid = ${aid}`,
  },
  {
    name: 'devices',
    rows: sql`select device_id, name, platform, created_at, last_seen_at, withdrawn_at from devices where aid = ${aid}`,
  },
  {
    name: 'sessions',
    rows: sql`select sid, device_id, created_at, ended_at, end_reason from sessions where aid = ${aid}`,
  },
  {
    name: 'pushRegistrations',
    rows: sql`select device_id, provider, tags, language, created_at from push_registrations where aid = ${aid}`,
  },
  {
    name: 'invitations',
    rows: sql`select i.tid, t.name as tenant, m.name, i.username, i.mobile_no, i.email, i.sent_at, i.expire_at, i.outcome
      from invitations i join memberships m on m.tid = i.tid and m.fid = i.fid join tenants t on t.tid = i.tid
      join accounts a on a.aid = ${aid}
      where m.aid = a.aid or m.aid is null and (i.aid = a.aid
        or i.mobile_no = a.mobile_no and a.mobile_verified_at is not null
        or lower(i.email) = lower(a.email) and a.email_verified_at is not null)
      order by i.sent_at`,
  },
  {
    name: 'messages',
    rows: sql`select c.tid, m.type, m.title, m.text, m.created_at, m.withdrawn_at from messages m
      join message_channels c using (session_id) where c.aid = ${aid} order by m.created_at`,
  },
  {
    name: 'actsWithoutOrganisation',
    rows: sql`select at, act, decision, reason, device_id, subject from readable_audit_records
      where tid is null and aid = ${aid} order by id`,
  },
];

/** What an organisation holds of a person. */
const memberParts = ({ tid, fid }: { tid: string; fid: string }): readonly Part[] => [
  {
    name: 'membership',
    rows: sql`select m.tid, t.name as tenant, m.fid, m.name, o.name as organisation, m.state, m.rights, m.deny, m.created_at,
      array(select role_id from membership_roles h where h.tid = m.tid and h.fid = m.fid) as roles,
      (select level from clearances c where c.tid = m.tid and c.fid = m.fid) as clearance
      from memberships m join tenants t on t.tid = m.tid
      left join organisations o on o.tid = m.tid and o.org_id = m.org_id
      where m.tid = ${tid} and m.fid = ${fid}`,
  },
  {
    name: 'invitation',
    rows: sql`select username, mobile_no, email, sent_at, expire_at, outcome from invitations
      where tid = ${tid} and fid = ${fid}`,
  },
  {
    name: 'applications',
    rows: sql`select flow_id, type, title, description, details, state, created_at, updated_at from flows
      where tid = ${tid} and applicant_fid = ${fid} order by created_at`,
  },
  {
    name: 'tasks',
    rows: sql`select task_id, flow_id, step, state, outcome, note, created_at, process_time from flow_tasks
      where tid = ${tid} and assignee_fid = ${fid} order by created_at`,
  },
  {
    name: 'decisions',
    rows: sql`select task_id, flow_id, action, note, decided_at from flow_decisions
      where tid = ${tid} and fid = ${fid} order by decided_at`,
  },
  {
    name: 'documents',
    rows: sql`select document_id, classification_id, size, mime_type, created_at, withdrawn_at from documents
      where tid = ${tid} and owner_fid = ${fid} order by created_at`,
  },
  {
    name: 'files',
    rows: sql`select uri, name, size, mime_type, sha256, created_at from files
      where tid = ${tid} and owner_fid = ${fid} order by created_at`,
  },
  {
    name: 'mailboxes',
    rows: sql`select email, created_at from trusted_mailboxes where tid = ${tid} and fid = ${fid}`,
  },
  {
    name: 'grants',
    rows: sql`select document_id, until, created_at from document_grants where tid = ${tid} and fid = ${fid}`,
  },
  {
    name: 'acts',
    rows: sql`select at, act, decision, reason, device_id, document_id, subject from readable_audit_records
      where tid = ${tid} and (fid = ${fid} or subject = ${fid}) order by id`,
  },
];

export function selectAccountParts(db: DatabaseHandle, aid: string): Promise<Record<string, ExportedRow[]>> {
  return readAll(db, accountParts(aid));
}

export function selectMemberParts(
  db: DatabaseHandle,
  which: { tid: string; fid: string },
): Promise<Record<string, ExportedRow[]>> {
  return readAll(db, memberParts(which));
}

async function readAll(db: DatabaseHandle, parts: readonly Part[]): Promise<Record<string, ExportedRow[]>> {
  const read: [string, ExportedRow[]][] = [];
  for (const { name, rows } of parts) read.push([name, (await rows.execute(db)).rows]);
  return Object.fromEntries(read);
}
