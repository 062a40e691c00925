import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import {
  type AbsenceRow,
  lockAbsence,
  lockEndedWithMembership,
  updateAbsence,
} from './absence.repository.ts';
import { recordAbsenceEnd } from './absence.usecases.ts';
import { postAbsenceNotices } from './absence-notice.usecases.ts';
import { absenceQueue, type WorkflowServices } from './flow-event.usecases.ts';

type AbsenceJob = NonNullable<(typeof absenceQueue)['data']>;

/** Upper bound of this node's clock lag behind the clock of the queue. */
const maxClockLagMs = 60_000;

/**
 * The period of an absence begins or ends. Access depends on the period alone. This job ends the absence in the records, informs
 * the people, and publishes a change so that counts of the deputy are read again.
 */
export async function handleAbsence(
  services: WorkflowServices,
  { tid, absenceID }: AbsenceJob,
): Promise<void> {
  await inTransaction(services.db, async (transaction) => {
    const row = await lockAbsence(transaction, { tid, absenceID });
    if (!row || row.ended_at !== null) return;
    const at = services.clock();
    const next = at < row.from_at.getTime() ? row.from_at : row.until_at;
    const remainingMs = next === null ? Number.POSITIVE_INFINITY : next.getTime() - at;
    if (remainingMs <= 0) {
      await reportEnd(transaction, { ...row, ended_at: row.until_at, end_reason: 'elapsed' }, at);
      return;
    }
    // A job that arrives early, by the clock of another node, is sent again. The end has a job of its own.
    if (next !== null && remainingMs < maxClockLagMs) {
      const after = new Date(next.getTime() + remainingMs);
      await services.outbox.send(transaction, absenceQueue, [{ data: { tid, absenceID }, after }]);
    }
    await updateAbsence(transaction, row, { changed_at: new Date(at) });
  });
}

/** Reports the absences that ended with a membership. */
export async function reportEndedAbsences(
  services: WorkflowServices,
  person: { tid: string; fid: string },
): Promise<void> {
  await inTransaction(services.db, async (transaction) => {
    const at = services.clock();
    for (const row of await lockEndedWithMembership(transaction, person))
      await reportEnd(transaction, row, at);
  });
}

async function reportEnd(transaction: DatabaseTransaction, absence: AbsenceRow, at: number): Promise<void> {
  const { ended_at, end_reason } = absence;
  await updateAbsence(transaction, absence, {
    ended_at,
    end_reason,
    is_reported: true,
    changed_at: new Date(at),
  });
  await recordAbsenceEnd(transaction, { actor: { kind: 'service', tid: absence.tid }, absence, at });
  await postAbsenceNotices(transaction, { absence, kind: 'ended', by: null, at });
}
