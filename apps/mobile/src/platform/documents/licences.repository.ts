import type { UseLicence } from '@sealflow/tdf/kas';
import type { LocalTables } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';

/** Use licences of one account in wrapped form, one per document. */
export function licencesOf(sql: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(sql);
  return {
    async find(documentID: string): Promise<UseLicence | null> {
      const row = await db
        .selectFrom('use_licence')
        .select('licence')
        .where('accountID', '=', accountID)
        .where('documentID', '=', documentID)
        .executeTakeFirst();
      return row ? (JSON.parse(row.licence) as UseLicence) : null;
    },

    async upsert(licence: UseLicence, tid: string): Promise<void> {
      const row = { licence: JSON.stringify(licence), leaseEnd: licence.leaseEnd, tid };
      await db
        .insertInto('use_licence')
        .values({ accountID, documentID: licence.documentId, ...row })
        .onConflict((conflict) => conflict.columns(['accountID', 'documentID']).doUpdateSet(row))
        .execute();
    },

    async delete(documentID: string): Promise<void> {
      await db
        .deleteFrom('use_licence')
        .where('accountID', '=', accountID)
        .where('documentID', '=', documentID)
        .execute();
    },

    /** Deletes licences whose lease had ended at a moment, ms since 1970. */
    async deleteExpired(moment: number): Promise<void> {
      await db
        .deleteFrom('use_licence')
        .where('accountID', '=', accountID)
        .where('leaseEnd', '<=', moment)
        .execute();
    },

    /** Ids of a tenant's documents with a licence, in order, starting after `after`. */
    async listDocumentIds(
      tid: string,
      { after, limit }: { after: string; limit: number },
    ): Promise<string[]> {
      const rows = await db
        .selectFrom('use_licence')
        .select('documentID')
        .where('accountID', '=', accountID)
        .where('tid', '=', tid)
        .where('documentID', '>', after)
        .orderBy('documentID')
        .limit(limit)
        .execute();
      return rows.map(({ documentID }) => documentID);
    },

    /** Deletes the licences of a tenant, and those without a known tenant. */
    async deleteOfTenant(tid: string): Promise<void> {
      await db
        .deleteFrom('use_licence')
        .where('accountID', '=', accountID)
        .where((row) => row.or([row('tid', '=', tid), row('tid', 'is', null)]))
        .execute();
    },

    async clear(): Promise<void> {
      await db.deleteFrom('use_licence').where('accountID', '=', accountID).execute();
    },
  };
}

export type Licences = ReturnType<typeof licencesOf>;
