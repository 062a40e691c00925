import { randomUUID } from 'node:crypto';
import type { Absence } from '@sealflow/contract';
import { type ApplicationType, absenceErrorOf } from '@sealflow/domain/workflow';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { type AuditActor, recordActs } from '../audit/audit.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { findActivePeople, findFormerMembers } from '../tenants/people.usecases.ts';
import {
  type AbsenceRow,
  insertAbsence,
  lockAbsence,
  lockAbsencesOf,
  pageAbsences,
  selectOpenAbsences,
  updateAbsence,
} from './absence.repository.ts';
import { postAbsenceNotices } from './absence-notice.usecases.ts';
import { absenceQueue, type WorkflowServices } from './flow-event.usecases.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';

export interface NewAbsence {
  /** The absent member. */
  readonly fid: string;
  readonly deputy: string;
  /** Milliseconds since 1970; undefined for now. */
  readonly from?: number | undefined;
  readonly until: number | null;
  readonly types: readonly ApplicationType[] | null;
}

/**
 * Names a deputy for a period, by the absent member or an administrator. Deputy and member are informed.
 * @throws ServiceError `login.user_not_found`, `work.deputy_invalid`, `work.absence_period_invalid`, `work.absence_overlaps`.
 */
export function setAbsence(
  services: WorkflowServices,
  actor: Actor,
  { fid, deputy, from, until, types }: NewAbsence,
): Promise<Absence> {
  const { tid } = actor;
  return inTransaction(services.db, async (transaction) => {
    await requireAdministeredMember(transaction, { tid, fid });
    await lockAbsencesOf(transaction, { tid, fid });
    // A membership cannot end between this check and the insert.
    await findFormerMembers(transaction, { tid, fids: [fid, deputy] });
    const at = services.clock();
    const active = await findActivePeople(transaction, { tid, fids: [fid, deputy] });
    const absence = { personID: fid, deputyID: deputy, from: from ?? at, until, types: distinct(types) };
    const open = await selectOpenAbsences(transaction, { tid, fid }, new Date(at));
    const others = open.filter((row) => row.fid === fid).map((row) => toRule(row));
    const error = absenceErrorOf(absence, { others, at, isActive: (one) => active.has(one) });
    if (error !== null || !active.has(fid)) throw new ServiceError(error ?? 'work.deputy_invalid');
    const row: AbsenceRow = {
      absence_id: randomUUID(),
      tid,
      fid,
      deputy_fid: deputy,
      from_at: new Date(absence.from),
      until_at: until === null ? null : new Date(until),
      types: absence.types,
      created_at: new Date(at),
      ended_at: null,
      end_reason: null,
      is_reported: false,
      changed_at: new Date(at),
    };
    await insertAbsence(transaction, row);
    await recordActs({ handle: transaction, actor, at: new Date(at) }, [
      { act: 'absence.set', subject: deputy },
      { act: 'absence.set_for', subject: fid },
    ]);
    await postAbsenceNotices(transaction, { absence: row, kind: 'set', by: memberOf(actor), at });
    const changes = [row.from_at, row.until_at].filter((time) => time !== null && time.getTime() > at);
    const data = { tid, absenceID: row.absence_id };
    await services.outbox.send(
      transaction,
      absenceQueue,
      changes.flatMap((after) => (after === null ? [] : [{ data, after }])),
    );
    return toAbsence(transaction, row, at);
  });
}

/**
 * Ends an absence before its time.
 * @param end - `fid` is given if only an absence of this member may be ended.
 * @throws ServiceError `work.absence_not_found`, also for one that has ended and for one of another member.
 */
export function endAbsence(
  services: WorkflowServices,
  actor: Actor,
  { fid, absenceID }: { fid?: string; absenceID: string },
): Promise<Absence> {
  const { tid } = actor;
  return inTransaction(services.db, async (transaction) => {
    const row = await lockAbsence(transaction, { tid, absenceID });
    const at = services.clock();
    const isAllowed = row !== undefined && (fid === undefined || row.fid === fid);
    if (!isAllowed || stateOf(row, at) === 'ended') throw new ServiceError('work.absence_not_found');
    const end = { ended_at: new Date(at), end_reason: 'taken_back', is_reported: true } as const;
    await updateAbsence(transaction, row, { ...end, changed_at: end.ended_at });
    const ended = { ...row, ...end };
    await recordAbsenceEnd(transaction, { actor, absence: ended, at });
    await postAbsenceNotices(transaction, { absence: ended, kind: 'ended', by: memberOf(actor), at });
    return toAbsence(transaction, ended, at);
  });
}

/** Records the end of an absence: the deputy is its subject, and a second record names the absent member. */
export async function recordAbsenceEnd(
  handle: DatabaseHandle,
  { actor, absence, at }: { actor: AuditActor; absence: AbsenceRow; at: number },
): Promise<void> {
  await recordActs({ handle, actor, at: new Date(at) }, [
    { act: 'absence.ended', subject: absence.deputy_fid },
    { act: 'absence.ended_for', subject: absence.fid },
  ]);
}

/** The caller's absences that have not ended, and those in which the caller is the deputy. */
export async function listOwnAbsences(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ own: Absence[]; asDeputy: Absence[] }> {
  const at = clock();
  const absences = await toAbsences(db, await selectOpenAbsences(db, { tid, fid }, new Date(at)), {
    tid,
    at,
  });
  return {
    own: absences.filter(({ person }) => person.fid === fid),
    asDeputy: absences.filter(({ deputy }) => deputy.fid === fid),
  };
}

/** The absences of a member, or of all members; newest first. */
export async function listAbsences(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  query: { tid: string; fid?: string | undefined; skip: number; limit: number },
): Promise<{ total: number; data: Absence[] }> {
  const { total, rows } = await pageAbsences(db, query);
  return { total, data: await toAbsences(db, rows, { tid: query.tid, at: clock() }) };
}

async function toAbsence(db: DatabaseHandle, row: AbsenceRow, at: number): Promise<Absence> {
  const [absence] = await toAbsences(db, [row], { tid: row.tid, at });
  return absence as Absence;
}

async function toAbsences(
  db: DatabaseHandle,
  rows: readonly AbsenceRow[],
  { tid, at }: { tid: string; at: number },
): Promise<Absence[]> {
  const names = await namesOf(db, { tid, fids: rows.flatMap((row) => [row.fid, row.deputy_fid]) });
  return rows.map((row) => {
    const hasElapsed = row.ended_at === null && stateOf(row, at) === 'ended';
    return {
      id: row.absence_id,
      person: toPerson(row.fid, names),
      deputy: toPerson(row.deputy_fid, names),
      from: row.from_at.getTime(),
      until: row.until_at?.getTime() ?? null,
      types: row.types,
      state: stateOf(row, at),
      createAt: row.created_at.getTime(),
      endAt: (hasElapsed ? row.until_at : row.ended_at)?.getTime() ?? null,
      endReason: hasElapsed ? 'elapsed' : row.end_reason,
    };
  });
}

/** An absence has ended at its time, even if the job of its end has not run yet. */
function stateOf(
  { from_at: from, until_at: until, ended_at: ended }: AbsenceRow,
  at: number,
): Absence['state'] {
  if (ended !== null || (until !== null && until.getTime() <= at)) return 'ended';
  return from.getTime() > at ? 'coming' : 'running';
}

function toRule(row: AbsenceRow) {
  const { fid: personID, deputy_fid: deputyID, types } = row;
  return { personID, deputyID, types, from: row.from_at.getTime(), until: row.until_at?.getTime() ?? null };
}

function distinct(types: readonly ApplicationType[] | null): ApplicationType[] | null {
  return types === null ? null : [...new Set(types)];
}

function memberOf(actor: Actor): string | null {
  return actor.kind === 'member' ? actor.member.fid : null;
}
