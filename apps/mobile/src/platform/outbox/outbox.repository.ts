import type { Selectable } from 'kysely';
import type { LocalTables, OutboxTable } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';
import { undoMs } from './outbox.rules.ts';
import type { NewDecision, OutboxAction, OutboxEntry, Refusal } from './outbox.types.ts';

/** The service's limit of decisions per call. */
export const maxBulkDecisions = 100;

const entryOf = (row: Selectable<OutboxTable>): OutboxEntry => ({
  seq: row.seq,
  tid: row.tid,
  action: row.action as OutboxAction,
  flowID: row.flowID,
  subject: row.subject,
  title: row.title,
  requestKey: row.requestKey,
  remark: row.remark,
  people: JSON.parse(row.people) as OutboxEntry['people'],
  stage: row.stage,
  seen: row.seen,
  createAt: row.createAt,
  notBefore: row.notBefore,
  state: row.state,
  tried: row.tried === 1,
  refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as Refusal),
});

/** The decisions of one account; no method accesses another's. */
export function outboxOf(sql: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(sql);
  const select = () => db.selectFrom('outbox').selectAll().where('accountID', '=', accountID).orderBy('seq');
  const change = () => db.updateTable('outbox').where('accountID', '=', accountID);
  const remove = () => db.deleteFrom('outbox').where('accountID', '=', accountID);

  return {
    list: async (): Promise<OutboxEntry[]> => (await select().execute()).map(entryOf),

    async find(seqs: readonly number[]): Promise<OutboxEntry[]> {
      if (seqs.length === 0) return [];
      return (await select().where('seq', 'in', seqs).execute()).map(entryOf);
    },

    async countWaiting(): Promise<number> {
      const row = await db
        .selectFrom('outbox')
        .select((of) => of.fn.countAll<number>().as('total'))
        .where('accountID', '=', accountID)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return row?.total ?? 0;
    },

    /**
     * Inserts decisions in one statement, because each statement is a message to another thread; a refused decision on
     * the same subject is replaced by a trigger.
     * @returns the number of each; null for one whose subject has a pending decision.
     */
    async insert(
      decisions: readonly NewDecision[],
      metadata: { requestKey: string; createAt: number },
    ): Promise<readonly (number | null)[]> {
      if (decisions.length === 0) return [];
      const rowOf = ({ people, notBefore, ...decision }: NewDecision) => ({
        ...decision,
        ...metadata,
        notBefore: notBefore ?? null,
        accountID,
        people: JSON.stringify(people),
        refusal: null,
      });
      const inserted = await db
        .insertInto('outbox')
        .values(decisions.map(rowOf))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['seq', 'tid', 'subject'])
        .execute();
      const seqs = new Map(inserted.map(({ seq, tid, subject }) => [JSON.stringify([tid, subject]), seq]));
      return decisions.map(({ tid, subject }) => {
        const key = JSON.stringify([tid, subject]);
        const seq = seqs.get(key) ?? null;
        // A second decision of the same call on the subject was not inserted.
        seqs.delete(key);
        return seq;
      });
    },

    /**
     * Claims the next to send: the first pending decision, with those that were made together with it. They are
     * marked as tried from now on, since the process can be killed right after the request was sent. A decision that
     * can still be undone at `now` is left out.
     */
    async claimNext(excludedSubjects: ReadonlySet<string>, now: number): Promise<OutboxEntry[]> {
      let waiting = select()
        .where('state', '=', 'waiting')
        .where((of) =>
          of.or([
            of('notBefore', 'is', null),
            of('notBefore', '<=', now),
            of('notBefore', '>', now + undoMs),
          ]),
        );
      if (excludedSubjects.size > 0) waiting = waiting.where('subject', 'not in', [...excludedSubjects]);
      const batch = await waiting
        .where('requestKey', '=', waiting.clearSelect().select('requestKey').limit(1))
        .limit(maxBulkDecisions)
        .execute();
      if (batch.length === 0) return [];
      await change()
        .set({ tried: 1 })
        .where(
          'seq',
          'in',
          batch.map(({ seq }) => seq),
        )
        .execute();
      return batch.map(entryOf);
    },

    /** Marks decisions that certainly did not reach the service. */
    async markUntried(seqs: readonly number[]): Promise<void> {
      await change().set({ tried: 0 }).where('seq', 'in', seqs).execute();
    },

    async markRefused(seq: number, refusal: Refusal): Promise<void> {
      await change()
        .set({ state: 'refused', refusal: JSON.stringify(refusal) })
        .where('seq', '=', seq)
        .where('state', '=', 'waiting')
        .execute();
    },

    /** Deletes a decision that is done, or whose notice was read. */
    async remove(seq: number): Promise<void> {
      await remove().where('seq', '=', seq).execute();
    },

    /**
     * Deletes a decision that has not been sent; false if it may have been. `evenTried` also deletes one that may
     * have arrived.
     */
    async withdraw(seq: number, evenTried: boolean): Promise<boolean> {
      let query = remove().where('seq', '=', seq).where('state', '=', 'waiting');
      if (!evenTried) query = query.where('tried', '=', 0);
      return Number((await query.executeTakeFirst()).numDeletedRows) > 0;
    },

    async clear(): Promise<void> {
      await remove().execute();
    },
  };
}
