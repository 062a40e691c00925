import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import {
  deleteTrusted,
  insertTrusted,
  listTrusted,
  type MailboxQuery,
} from './trusted-mailboxes.repository.ts';

export interface TrustedMailbox {
  email: string;
  /** The person for whom it is trusted; null for the whole tenant. */
  fid: string | null;
  name: string | null;
  /** The application that approved it; null if an administrator added it. */
  flowID: string | null;
  createAt: number;
}

export async function listTrustedMailboxes(
  db: DatabaseHandle,
  page: MailboxQuery,
): Promise<{ total: number; data: TrustedMailbox[] }> {
  const { total, rows } = await listTrusted(db, page);
  const fids = [...new Set(rows.map(({ fid }) => fid))].filter((fid) => fid !== '');
  const names = new Map((await listMembers(db, { tid: page.tid, fids })).map(({ fid, name }) => [fid, name]));
  const data = rows.map(({ email, fid, flow_id: flowID, created_at }) => ({
    email,
    fid: fid === '' ? null : fid,
    name: fid === '' ? null : (names.get(fid) ?? ''),
    flowID,
    createAt: created_at.getTime(),
  }));
  return { total, data };
}

/** Adds a trusted mailbox for the whole tenant. */
export async function trustMailbox(
  db: DatabaseHandle,
  { actor, email, at }: { actor: Actor; email: string; at: Date },
): Promise<void> {
  const { tid } = actor;
  await inTransaction(db, async (transaction) => {
    const row = { tid, email: email.toLowerCase(), fid: '', flow_id: null, created_at: at };
    if (!(await insertTrusted(transaction, row))) return;
    await recordAct({ handle: transaction, actor, at }, { act: 'processing.mailbox_trusted' });
  });
}

/** @throws ServiceError `work.mailbox_not_found`. */
export async function distrustMailbox(
  db: DatabaseHandle,
  { actor, email, fid = '', at }: { actor: Actor; email: string; fid?: string | undefined; at: Date },
): Promise<void> {
  const { tid } = actor;
  await inTransaction(db, async (transaction) => {
    if (!(await deleteTrusted(transaction, { tid, email: email.toLowerCase(), fid })))
      throw new ServiceError('work.mailbox_not_found');
    const subject = fid === '' ? null : fid;
    await recordAct({ handle: transaction, actor, at }, { act: 'processing.mailbox_distrusted', subject });
  });
}
