import { type RawBuilder, sql } from 'kysely';
import { recordFlag } from '../database/local.table.ts';
import { searchedTextSql } from '../database/searched-text.table.ts';

export type DocumentList = 'recent' | 'download';
export type RecentFilter = { readonly list: DocumentList; readonly text: string };
/** A list, or its part below the pinned documents. */
export type ListPart = RecentFilter & { readonly withoutPinned?: boolean };

/** A removal of a whole list, or of its records that contain a text, which can still be undone. */
type ListRemoval = {
  readonly removalID: number;
  readonly list: number;
  readonly text: string;
};

/** Lower case for ASCII letters only, as in the index. */
export const toLowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());

export const containsText = (text: string): RawBuilder<boolean> =>
  sql<boolean>`instr(${sql.raw(searchedTextSql)}, ${toLowerAscii(text)}) > 0`;

/** Records that a removal covers: those written later are not covered. */
export const isRemovedBy = ({ removalID, list, text }: ListRemoval): RawBuilder<boolean> =>
  text === ''
    ? sql<boolean>`flag = ${list} AND removal < ${removalID}`
    : sql<boolean>`flag = ${list} AND removal < ${removalID} AND ${containsText(text)}`;

/**
 * Records that no pending removal hides. The subqueries run once per statement and not once per record, except for
 * removals by text.
 */
export const isNotRemoved = (accountID: string): RawBuilder<boolean> => {
  const removals = sql`FROM recent_removal AS gone WHERE gone.accountID = ${accountID} AND gone.list`;
  const named = sql`gone.text <> ''`;
  const found = sql`gone.removalID > removal AND instr(${sql.raw(searchedTextSql)}, gone.text) > 0`;
  const isAfterClearing = (list: number) =>
    sql`removal >= (SELECT ifnull(max(gone.removalID), 0) ${removals} = ${list} AND gone.text = '')`;
  return sql<boolean>`CASE flag WHEN ${recordFlag.recent} THEN ${isAfterClearing(recordFlag.recent)}
      WHEN ${recordFlag.download} THEN ${isAfterClearing(recordFlag.download)} ELSE 0 END
    AND (NOT (SELECT EXISTS (SELECT 1 ${removals} IS NOT NULL AND ${named}))
      OR NOT EXISTS (SELECT 1 ${removals} = flag AND ${named} AND ${found}))`;
};

/** Condition for the records of a list. */
export function isInList(
  accountID: string,
  { list, text, withoutPinned = false }: ListPart,
): RawBuilder<boolean> {
  const pinned = sql`SELECT pin.fileID FROM pinned_document AS pin WHERE pin.accountID = ${accountID}`;
  const conditions = [
    sql<boolean>`flag = ${recordFlag[list]}`,
    // An unfinished download cannot be opened: it is shown above the list, with its progress.
    ...(list === 'download' ? [sql<boolean>`downloadPer = 100`] : []),
    ...(text === '' ? [] : [containsText(text)]),
    ...(withoutPinned ? [sql<boolean>`fileID NOT IN (${pinned})`] : []),
    isNotRemoved(accountID),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** More would not help: the few records that contain so many trigrams are compared anyway. */
const maxTrigrams = 12;

/** The query for the full-text index; null for a text that is too short for trigrams. */
export function trigramQueryOf(text: string): string | null {
  const characters = Array.from(text);
  if (characters.length < 3 || text.includes('\0')) return null;
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)]
    .slice(0, maxTrigrams)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}
