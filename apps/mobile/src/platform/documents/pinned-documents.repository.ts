import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { LocalTables, PinnedDocumentTable, RecentFileTable } from '../database/local.table.ts';
import { createQueryBuilder } from '../database/sql-dialect.util.ts';
import type { SqlExecutor, SqlPort } from '../ports/sql.port.ts';
import { type RecentFile, recordOf } from './recent-files.repository.ts';
import { type DocumentList, isInList, type RecentFilter } from './recent-filter.rules.ts';
import type { RecentSelection } from './recent-removals.repository.ts';

/** The pinned documents that one list shows at most: they stay above all others, so many would hide those. */
export const maxPinnedDocuments = 20;

export type Pin = Pick<Selectable<PinnedDocumentTable>, 'fileID' | 'pinnedAt'>;

/** `null`: the list would show more than `maxPinnedDocuments`, and nothing was pinned. */
type PinResult = { readonly count: number } | null;

type PinRequest = { readonly list: DocumentList; readonly selection: RecentSelection; readonly at: number };

const idsIn = (fileIDs: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(fileIDs)}))`;

/** The records of a selection, and the part of the list that it is made in. */
function conditionOf(
  list: DocumentList,
  selection: RecentSelection,
): { readonly filter: RecentFilter; readonly isSelected: RawBuilder<boolean> } {
  return 'fileIDs' in selection
    ? { filter: { list, text: '' }, isSelected: sql<boolean>`fileID IN ${idsIn(selection.fileIDs)}` }
    : { filter: selection.all, isSelected: sql<boolean>`fileID NOT IN ${idsIn(selection.except)}` };
}

/** The pinned documents of one account; no method accesses another's. */
export function pinnedDocumentsOf(port: SqlPort, accountID: string) {
  // The pins are read first: they are few, and a list can have a hundred thousand records.
  const pinnedIn = (
    filter: RecentFilter,
  ) => sql`pinned_document CROSS JOIN recent_file USING (accountID, fileID)
    WHERE pinned_document.accountID = ${accountID} AND ${isInList(accountID, filter)}`;

  const isWithinLimit = async (tx: SqlExecutor, list: DocumentList, added: number): Promise<boolean> => {
    // A removed document does not count: a refusal must be explained by what the list shows.
    if (added === 0) return true;
    const { rows } = await sql<{ shown: number }>`
      SELECT count(*) AS shown FROM ${pinnedIn({ list, text: '' })}
    `.execute(createQueryBuilder<LocalTables>(tx));
    return (rows[0]?.shown ?? 0) + added <= maxPinnedDocuments;
  };

  const insert = async (tx: SqlExecutor, pins: readonly Pin[]): Promise<void> => {
    if (pins.length === 0) return;
    await createQueryBuilder<LocalTables>(tx)
      .insertInto('pinned_document')
      .values(pins.map((pin) => ({ ...pin, accountID })))
      .execute();
  };

  /** Some records of the list that are not pinned; one more than can be pinned at most. */
  const findUnpinned = async (
    tx: SqlExecutor,
    filter: RecentFilter,
    isSelected: RawBuilder<boolean>,
  ): Promise<readonly string[]> => {
    const { rows } = await sql<{ fileID: string }>`
      SELECT fileID FROM recent_file WHERE accountID = ${accountID}
        AND ${isInList(accountID, { ...filter, withoutPinned: true })} AND ${isSelected}
      LIMIT ${maxPinnedDocuments + 1}
    `.execute(createQueryBuilder<LocalTables>(tx));
    return rows.map(({ fileID }) => fileID);
  };

  return {
    /** The pinned documents of a list, the last pinned first; those pinned together in the order of the list. */
    async list(filter: RecentFilter): Promise<readonly RecentFile[]> {
      const { rows } = await sql<Selectable<RecentFileTable>>`
        SELECT recent_file.* FROM ${pinnedIn(filter)} ORDER BY pinnedAt DESC, createAt DESC, fileID
      `.execute(createQueryBuilder<LocalTables>(port));
      return rows.map(recordOf);
    },

    /** Pins records of a list, all of them or none. Pinned ones keep their place. */
    pin: ({ list, selection, at }: PinRequest): Promise<PinResult> =>
      port.transaction(async (tx) => {
        const { filter, isSelected } = conditionOf(list, selection);
        const fileIDs = await findUnpinned(tx, filter, isSelected);
        if (!(await isWithinLimit(tx, list, fileIDs.length))) return null;
        const { last } = await createQueryBuilder<LocalTables>(tx)
          .selectFrom('pinned_document')
          .select((of) => of.fn.max('pinnedAt').as('last'))
          .where('accountID', '=', accountID)
          .executeTakeFirstOrThrow();
        const pinnedAt = Math.max(at, (last ?? 0) + 1);
        await insert(
          tx,
          fileIDs.map((fileID) => ({ fileID, pinnedAt })),
        );
        return { count: fileIDs.length };
      }),

    /** @returns the pins that it deleted, for `restore`. */
    unpin: (list: DocumentList, selection: RecentSelection): Promise<readonly Pin[]> =>
      port.transaction(async (tx) => {
        const { filter, isSelected } = conditionOf(list, selection);
        const db = createQueryBuilder<LocalTables>(tx);
        const { rows: pins } = await sql<Pin>`
          SELECT fileID, pinnedAt FROM ${pinnedIn(filter)} AND ${isSelected}
        `.execute(db);
        await db
          .deleteFrom('pinned_document')
          .where('accountID', '=', accountID)
          .where(
            'fileID',
            'in',
            pins.map(({ fileID }) => fileID),
          )
          .execute();
        return pins;
      }),

    /** Undoes `unpin` for the documents that are still in the list. */
    restore: (list: DocumentList, pins: readonly Pin[]): Promise<PinResult> =>
      port.transaction(async (tx) => {
        const { filter, isSelected } = conditionOf(list, { fileIDs: pins.map(({ fileID }) => fileID) });
        const listed = new Set(await findUnpinned(tx, filter, isSelected));
        const restored = pins.filter(({ fileID }) => listed.has(fileID));
        if (!(await isWithinLimit(tx, list, restored.length))) return null;
        await insert(tx, restored);
        return { count: restored.length };
      }),
  };
}
