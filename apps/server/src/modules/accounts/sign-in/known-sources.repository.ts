import { sql } from 'kysely';
import type { DatabaseHandle } from '../../../infra/database/index.ts';

interface SourceKey {
  aid: string;
  /** Id of a source that the account knows. */
  source: string;
}

/** Whether the source is locked after too many wrong passwords. */
export async function isSourceLocked(
  db: DatabaseHandle,
  { aid, source, now }: SourceKey & { now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_source_failures')
    .select('source')
    .where('aid', '=', aid)
    .where('source', '=', source)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a wrong password. @returns whether it was number `maxFailures`, which locks the source until `until`. */
export async function countSourceFailure(
  db: DatabaseHandle,
  { aid, source, maxFailures, until, now }: SourceKey & { maxFailures: number; until: Date; now: Date },
): Promise<boolean> {
  const updated = await db
    .insertInto('known_source_failures')
    .values({ aid, source, failures: 1, locked_until: null, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['aid', 'source']).doUpdateSet((row) => ({
        failures: sql`case when ${row.ref('known_source_failures.failures')} + 1 >= ${maxFailures} then 0
          else ${row.ref('known_source_failures.failures')} + 1 end`,
        locked_until: sql`case when ${row.ref('known_source_failures.failures')} + 1 >= ${maxFailures}
          then ${until}::timestamptz else ${row.ref('known_source_failures.locked_until')} end`,
        last_at: now,
      })),
    )
    .returning('failures')
    .executeTakeFirst();
  return updated?.failures === 0;
}

/**
 * Deletes the counter of wrong passwords of a source after a correct one.
 * @returns false where concurrent attempts locked the source while this password was being verified.
 */
export async function deleteSourceFailures(
  db: DatabaseHandle,
  { aid, source, now }: SourceKey & { now: Date },
): Promise<boolean> {
  await db
    .deleteFrom('known_source_failures')
    .where('aid', '=', aid)
    .where('source', '=', source)
    .where((where) => where.or([where('locked_until', 'is', null), where('locked_until', '<=', now)]))
    .execute();
  // A separate statement sees a lock that was committed while the delete waited.
  return !(await isSourceLocked(db, { aid, source, now }));
}

/** Deletes counters whose last wrong password was before a moment. */
export async function deleteSourceFailuresBefore(db: DatabaseHandle, before: Date): Promise<void> {
  await db.deleteFrom('known_source_failures').where('last_at', '<', before).execute();
}
