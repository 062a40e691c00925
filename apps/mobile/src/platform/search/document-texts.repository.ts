import { sql } from 'kysely';
import type { LocalTables } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor } from '../ports/sql.port.ts';

/** Limits of the index of an account on one device; the documents that were indexed first are dropped. */
export const maxIndexed = { documents: 5_000, tokens: 12_000_000 } as const;

export type IndexedDocument = {
  readonly fileID: string;
  /** Null for a plain file. */
  readonly documentID: string | null;
  /** Null for a plain file. */
  readonly tid: string | null;
};

/** The index of the text of an account's documents. It consists of keyed hashes. */
export function documentTextsOf(executor: SqlExecutor, accountID: string) {
  const db = createQueryBuilder<LocalTables>(executor);
  const deleteOwn = () => db.deleteFrom('document_text').where('accountID', '=', accountID);
  /** Removes the tokens of deleted documents, which stay in the index until it is merged. */
  const optimize = async () => {
    await executor.run("INSERT INTO document_token (document_token) VALUES ('optimize')");
  };

  return {
    async has({ fileID, documentID }: IndexedDocument): Promise<boolean> {
      const row = await db
        .selectFrom('document_text')
        .select('textID')
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .where('documentID', documentID === null ? 'is' : '=', documentID)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Whether the record is still there, and the licence of a protected document. */
    async mayIndex({ fileID, documentID }: IndexedDocument): Promise<boolean> {
      const record = await db
        .selectFrom('recent_file')
        .select('fileID')
        .where('accountID', '=', accountID)
        .where('fileID', '=', fileID)
        .executeTakeFirst();
      if (record === undefined || documentID === null) return record !== undefined;
      const licence = await db
        .selectFrom('use_licence')
        .select('documentID')
        .where('accountID', '=', accountID)
        .where('documentID', '=', documentID)
        .executeTakeFirst();
      return licence !== undefined;
    },

    /** Replaces the index of a document; in a transaction. @param tokens - hashes, each once. */
    async replace(document: IndexedDocument, tokens: readonly string[], indexedAt: number): Promise<void> {
      await deleteOwn().where('fileID', '=', document.fileID).execute();
      const { textID } = await db
        .insertInto('document_text')
        .values({ accountID, ...document, tokenCount: tokens.length, indexedAt })
        .returning('textID')
        .executeTakeFirstOrThrow();
      await sql`INSERT INTO document_token (rowid, tokens) VALUES (${textID}, ${tokens.join(' ')})`.execute(
        db,
      );
    },

    /** Deletes the oldest documents beyond the limits. */
    async limit({
      documents,
      tokens,
    }: {
      readonly documents: number;
      readonly tokens: number;
    }): Promise<void> {
      await sql`DELETE FROM document_text WHERE textID IN (
        SELECT textID FROM (
          SELECT textID,
            row_number() OVER newest AS position,
            sum(tokenCount) OVER newest AS total
          FROM document_text WHERE accountID = ${accountID}
          WINDOW newest AS (ORDER BY indexedAt DESC, textID DESC)
        ) WHERE position > ${documents} OR total > ${tokens}
      )`.execute(db);
    },

    /** The files whose text has all tokens, of those that a list shows. */
    async find(tokens: readonly string[]): Promise<readonly string[]> {
      const query = tokens.map((token) => `"${token}"`).join(' AND ');
      const { rows } = await sql<{ fileID: string }>`
        SELECT fileID FROM document_token JOIN document_text ON document_text.textID = document_token.rowid
        WHERE document_token MATCH ${query} AND accountID = ${accountID}
      `.execute(db);
      return rows.map(({ fileID }) => fileID);
    },

    /** Deletes the index of a tenant's documents and of plain files. */
    async deleteOfTenant(tid: string): Promise<void> {
      const { numDeletedRows } = await deleteOwn()
        .where((row) => row.or([row('tid', '=', tid), row('tid', 'is', null)]))
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await optimize();
    },

    async clear(): Promise<void> {
      await deleteOwn().execute();
      await optimize();
    },
  };
}
