import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type KeyColumns, type PageRow, readPages } from './row-pages.repository.ts';

export type ExportedRow = PageRow;

/** A query for rows of one kind. Parts with the same name must be adjacent. */
interface ExportPart {
  readonly name: string;
  /** Query as {@link readPages} requires it. */
  readonly from: RawBuilder<unknown>;
  readonly key: KeyColumns;
  /** Columns of the key that are omitted from the export. */
  readonly hidden?: readonly string[];
}

/** An account, with its names in audit records. */
export interface ExportedAccount {
  readonly aid: string;
  readonly names: readonly string[];
}

/** A member of a tenant, with the names of the member in its audit records. */
export interface ExportedMember {
  readonly tid: string;
  readonly fid: string;
  readonly names: readonly string[];
}

/**
 * The data of the account itself. Password hashes and wrapped keys are omitted, because they are secrets of the
 * service.
 */
const accountParts = ({ aid, names }: ExportedAccount): readonly ExportPart[] => [
  {
    name: 'account',
    from: sql`select aid, username, mobile_no, mobile_verified_at, email, email_verified_at, managed_by, state, created_at,
      delete_at from accounts where aid = ${aid}`,
    key: { aid: 'text' },
  },
  {
    name: 'devices',
    from: sql`select device_id, name, platform, created_at, last_seen_at, withdrawn_at from devices where aid = ${aid}`,
    key: { device_id: 'text' },
  },
  {
    name: 'sessions',
    from: sql`select sid, device_id, amr, two_factors_at, stepped_up_at, created_at, ended_at, end_reason from sessions where aid = ${aid}`,
    key: { created_at: 'timestamptz', sid: 'text' },
  },
  {
    name: 'agreements',
    from: sql`select agreement, version, agreed_at from agreement_consents where aid = ${aid}`,
    key: { agreed_at: 'timestamptz', agreement: 'text' },
  },
  {
    name: 'authenticatorApp',
    from: sql`select created_at, confirmed_at from totp_factors where aid = ${aid}`,
    key: { created_at: 'timestamptz' },
  },
  {
    name: 'preferences',
    from: sql`select version, document, updated_at from account_preferences where aid = ${aid}`,
    key: { updated_at: 'timestamptz' },
  },
  {
    name: 'notificationSettings',
    from: sql`select muted, quiet, updated_at from notification_settings where aid = ${aid}`,
    key: { updated_at: 'timestamptz' },
  },
  {
    name: 'operatorRoles',
    from: sql`select operator_id, name, granted_at, withdrawn_at from operator_accounts where aid = ${aid}`,
    key: { operator_id: 'text' },
  },
  {
    name: 'pushRegistrations',
    from: sql`select device_id, provider, tags, language, created_at from push_registrations where aid = ${aid}`,
    key: { device_id: 'text' },
  },
  {
    name: 'invitations',
    from: sql`select i.tid, i.fid, t.name as tenant, m.name, i.username, i.mobile_no, i.email, i.sent_at, i.expire_at, i.outcome
      from invitations i join memberships m on m.tid = i.tid and m.fid = i.fid join tenants t on t.tid = i.tid
      join accounts a on a.aid = ${aid}
      where m.aid = a.aid or m.aid is null and (i.aid = a.aid
        or i.mobile_no = a.mobile_no and a.mobile_verified_at is not null
        or lower(i.email) = lower(a.email) and a.email_verified_at is not null)`,
    key: { tid: 'text', fid: 'text' },
    hidden: ['fid'],
  },
  {
    name: 'messages',
    from: sql`select m.session_id, m.sequence, c.tid, m.type, m.title, m.text, m.created_at, m.withdrawn_at from messages m
      join message_channels c using (session_id) where c.aid = ${aid}`,
    key: { session_id: 'text', sequence: 'bigint' },
    hidden: ['session_id', 'sequence'],
  },
  ...names.map((name) => actsPart('actsWithoutOrganisation', sql`is null`, sql`r.aid = ${name}`)),
];

/** The data that an organisation stores about a person. */
const memberParts = ({ tid, fid, names }: ExportedMember): readonly ExportPart[] => [
  {
    name: 'membership',
    from: sql`select m.tid, t.name as tenant, m.fid, m.name, o.name as organisation, m.staff_id, m.state, m.rights, m.deny, m.created_at,
      array(select role_id from membership_roles h where h.tid = m.tid and h.fid = m.fid) as roles,
      array(select d.name from organisations d where d.tid = m.tid and d.head_fid = m.fid order by d.org_id) as head_of,
      (select level from clearances c where c.tid = m.tid and c.fid = m.fid) as clearance,
      (select last_at from member_sign_ins s where s.tid = m.tid and s.fid = m.fid) as last_sign_in_at
      from memberships m join tenants t on t.tid = m.tid
      left join organisations o on o.tid = m.tid and o.org_id = m.org_id
      where m.tid = ${tid} and m.fid = ${fid}`,
    key: { tid: 'text', fid: 'text' },
  },
  {
    name: 'invitation',
    from: sql`select fid, username, mobile_no, email, sent_at, expire_at, outcome from invitations
      where tid = ${tid} and fid = ${fid}`,
    key: { fid: 'text' },
    hidden: ['fid'],
  },
  {
    name: 'imports',
    from: sql`select i.import_id, i.name as file, r.row_number, r.content, r.outcome, i.created_at from member_import_rows r
      join member_imports i on i.tid = r.tid and i.import_id = r.import_id where r.tid = ${tid} and r.fid = ${fid}`,
    key: { import_id: 'text', row_number: 'integer' },
  },
  {
    name: 'applications',
    from: sql`select flow_id, type, title, description, details, state, created_at, updated_at from flows
      where tid = ${tid} and applicant_fid = ${fid}`,
    key: { created_at: 'timestamptz', flow_id: 'text' },
  },
  {
    name: 'versions',
    from: sql`select v.flow_id, v.version, v.title, v.description, v.details, v.files from flow_versions v
      join flows f on f.flow_id = v.flow_id where f.tid = ${tid} and f.applicant_fid = ${fid}`,
    key: { flow_id: 'text', version: 'integer' },
  },
  {
    name: 'tasks',
    from: sql`select task_id, flow_id, step, state, outcome, note, created_at, process_time from flow_tasks
      where tid = ${tid} and assignee_fid = ${fid}`,
    key: { created_at: 'timestamptz', task_id: 'text' },
  },
  {
    name: 'absences',
    from: sql`select absence_id, fid, deputy_fid, from_at, until_at, types, created_at, ended_at, end_reason from absences
      where tid = ${tid} and (fid = ${fid} or deputy_fid = ${fid})`,
    key: { created_at: 'timestamptz', absence_id: 'text' },
  },
  {
    name: 'decisions',
    from: sql`select task_id, flow_id, action, for_fid, note, decided_at from flow_decisions
      where tid = ${tid} and fid = ${fid}`,
    key: { decided_at: 'timestamptz', task_id: 'text' },
  },
  {
    name: 'comments',
    from: sql`select comment_id, flow_id, text, array(select uri from flow_comment_files attached
      where attached.tid = comments.tid and attached.comment_id = comments.comment_id order by position) as files, created_at
      from flow_comments comments where tid = ${tid} and fid = ${fid}`,
    key: { created_at: 'timestamptz', comment_id: 'text' },
  },
  {
    name: 'followedFlows',
    from: sql`select flow_id, created_at from flow_follows where tid = ${tid} and fid = ${fid}`,
    key: { created_at: 'timestamptz', flow_id: 'text' },
  },
  {
    name: 'documents',
    from: sql`select document_id, classification_id, size, mime_type, created_at, withdrawn_at from documents
      where tid = ${tid} and owner_fid = ${fid}`,
    key: { created_at: 'timestamptz', document_id: 'text' },
  },
  {
    name: 'files',
    from: sql`select uri, name, size, mime_type, sha256, created_at from files
      where tid = ${tid} and owner_fid = ${fid}`,
    key: { created_at: 'timestamptz', uri: 'text' },
  },
  {
    name: 'mailboxes',
    from: sql`select email, created_at from trusted_mailboxes where tid = ${tid} and fid = ${fid}`,
    key: { email: 'text' },
  },
  {
    name: 'grants',
    from: sql`select document_id, until, created_at from document_grants where tid = ${tid} and fid = ${fid}`,
    key: { document_id: 'text' },
  },
  ...names.map((name) => actsPart('acts', sql`= ${tid}`, isActOf('fid', name))),
  ...names.map((name) =>
    actsPart(
      'acts',
      sql`= ${tid}`,
      sql`${isActOf('subject', name)} and (r.fid is null or r.fid <> all(${[...names]}::text[]))`,
    ),
  ),
];

/** The indexes contain the hashes of names. */
const isActOf = (column: 'fid' | 'subject', name: string) =>
  sql`hashtextextended(r.${sql.ref(column)}, 0) = hashtextextended(${name}, 0) and r.${sql.ref(column)} = ${name}`;

/**
 * Acts by the names that audit records contain, because only these are indexed, not the columns that the view computes.
 * One name at a time is read in the order of the index.
 */
const actsPart = (name: string, tenant: RawBuilder<unknown>, where: RawBuilder<unknown>): ExportPart => ({
  name,
  from: sql`select a.id, a.at, a.act, a.decision, a.reason, a.device_id, a.document_id, a.subject
    from audit_records r join readable_audit_records a using (id) where r.tid ${tenant} and ${where}`,
  key: { id: 'bigint' },
  hidden: ['id'],
});

/** A page of the rows of one part. A part without rows has an empty page. */
export interface PartPage {
  readonly name: string;
  readonly rows: readonly ExportedRow[];
}

export function readAccountParts(db: DatabaseHandle, which: ExportedAccount): AsyncGenerator<PartPage> {
  return readParts(db, accountParts(which));
}

export function readMemberParts(db: DatabaseHandle, which: ExportedMember): AsyncGenerator<PartPage> {
  return readParts(db, memberParts(which));
}

async function* readParts(db: DatabaseHandle, parts: readonly ExportPart[]): AsyncGenerator<PartPage> {
  for (const { name, from, key, hidden = [] } of parts) {
    for await (const rows of readPages(db, { from, key, select: sql`part.*` }))
      yield { name, rows: rows.map((row) => omitColumns(row, hidden)) };
  }
}

const omitColumns = (row: ExportedRow, columns: readonly string[]): ExportedRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
