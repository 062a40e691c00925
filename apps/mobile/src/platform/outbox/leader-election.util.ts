import type { LocalTables } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import { withLock } from '../locks/web-lock.util.ts';
import type { SqlPort } from '../ports/sql.port.ts';
import { StorageError } from '../ports/storage.errors.ts';

/** Runs `work` while no other tab of the account does; if another tab runs it, `work` follows or is skipped. */
export type RunExclusive = (work: () => Promise<void>) => Promise<void>;

/** Leader election by the browser's locks: they end with the tab that holds them, however it ends. */
export const leaderByWebLocks =
  (accountID: string, lock = withLock): RunExclusive =>
  async (work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      await lock(`sealflow.outbox.${accountID}`, begin);
    } catch (error) {
      // The other tab holds the lock as long as its requests take: this tab tries again later.
      if (hasBegun || !(error instanceof StorageError)) throw error;
    }
  };

/** Longer than the longest request; then the lease of a killed tab expires. */
const leaseMs = 45_000;

type LeaseDeps = {
  readonly sql: () => Promise<SqlPort>;
  readonly accountID: string;
  /** Id of this tab. */
  readonly owner: string;
  readonly now: () => number;
};

/**
 * Leader election by a row of the local database, for browsers without locks (Safari below 15.4). The lease is
 * renewed while `work` runs.
 */
export function leaderByLease({ sql, accountID, owner, now }: LeaseDeps): RunExclusive {
  const acquireLease = async () =>
    (await sql()).transaction(async (tx) => {
      const db = createQueryBuilder<LocalTables>(tx);
      const at = now();
      const result = await db
        .insertInto('outbox_lease')
        .values({ accountID, owner, until: at + leaseMs })
        .onConflict((conflict) =>
          conflict
            .column('accountID')
            .doUpdateSet({ owner, until: at + leaseMs })
            .where((of) =>
              of.or([
                of('outbox_lease.owner', '=', owner),
                of('outbox_lease.until', '<', at),
                // No lease is that long: the clock has been set back since.
                of('outbox_lease.until', '>', at + leaseMs),
              ]),
            ),
        )
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    });
  return async (work) => {
    if (!(await acquireLease())) return;
    const renewal = setInterval(() => void acquireLease().catch(() => undefined), leaseMs / 3);
    try {
      await work();
    } finally {
      clearInterval(renewal);
      await createQueryBuilder<LocalTables>(await sql())
        .deleteFrom('outbox_lease')
        .where('accountID', '=', accountID)
        .where('owner', '=', owner)
        .execute();
    }
  };
}
