import type { Selectable } from 'kysely';
import type { SqlExecutor } from '../ports/sql.port.ts';
import type { FlowDownloadTable, LocalTables } from './local.table.ts';
import { createQueryBuilder } from './sql-dialect.util.ts';

export type FlowDownload = Omit<Selectable<FlowDownloadTable>, 'accountID'>;
export type FlowDownloadKey = Pick<FlowDownload, 'tid' | 'flowID'>;

/** The secret that holds the passphrase of a package. */
export const passphraseKey = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  `package:${JSON.stringify([accountID, tid, flowID])}` as const;

/** The packages that an account has requested on this device. */
export function flowDownloadsOf(sql: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(sql);
  return {
    async find({ tid, flowID }: FlowDownloadKey): Promise<FlowDownload | null> {
      const row = await db
        .selectFrom('flow_download')
        .selectAll()
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('flowID', '=', flowID)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Downloads of a tenant that ran when the app ended, without those that the user paused. */
    listResumable: (tid: string): Promise<FlowDownload[]> =>
      db
        .selectFrom('flow_download')
        .selectAll()
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('state', '!=', 'done')
        .where('paused', '=', 0)
        .execute(),

    /** Unfinished downloads of all tenants. */
    listRunning: (): Promise<FlowDownload[]> =>
      db
        .selectFrom('flow_download')
        .selectAll()
        .where('accountID', '=', accountID)
        .where('state', '=', 'running')
        .execute(),

    async upsert(row: FlowDownload): Promise<void> {
      const { tid, flowID, ...changed } = row;
      await db
        .insertInto('flow_download')
        .values({ accountID, tid, flowID, ...changed })
        .onConflict((conflict) => conflict.columns(['accountID', 'tid', 'flowID']).doUpdateSet(changed))
        .execute();
    },

    async pause({ tid, flowID }: FlowDownloadKey): Promise<void> {
      await db
        .updateTable('flow_download')
        .set({ paused: 1 })
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('flowID', '=', flowID)
        .execute();
    },

    async delete({ tid, flowID }: FlowDownloadKey): Promise<void> {
      await db
        .deleteFrom('flow_download')
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('flowID', '=', flowID)
        .execute();
    },

    /**
     * Deletes all.
     * @returns their keys.
     */
    async clear(): Promise<FlowDownloadKey[]> {
      return db
        .deleteFrom('flow_download')
        .where('accountID', '=', accountID)
        .returning(['tid', 'flowID'])
        .execute();
    },
  };
}
