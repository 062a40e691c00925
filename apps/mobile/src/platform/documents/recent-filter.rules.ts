import { type RawBuilder, sql } from 'kysely';
import { recordFlag } from '../database/local.table.ts';
import { searchedText } from '../database/searched-text.table.ts';

export type DocumentList = 'recent' | 'download';
export type RecentFilter = { readonly list: DocumentList; readonly text: string };

/** A whole list that was taken away and can still be brought back, or what of it has a text. */
type ListRemoval = {
  readonly removalID: number;
  readonly list: number;
  readonly text: string;
};

/** As the index has it. */
export const smallLetters = (text: string): string =>
  text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());

export const hasText = (text: string): RawBuilder<boolean> =>
  sql<boolean>`instr(${sql.raw(searchedText)}, ${smallLetters(text)}) > 0`;

/** What a removal took: what was written later stays. */
export const takenBy = ({ removalID, list, text }: ListRemoval): RawBuilder<boolean> =>
  text === ''
    ? sql<boolean>`flag = ${list} AND removal < ${removalID}`
    : sql<boolean>`flag = ${list} AND removal < ${removalID} AND ${hasText(text)}`;

/**
 * What is in no list of its account while a removal can still be taken back. All of it is asked once a question and not
 * once a record, but where only what has some text was taken.
 */
export const notTaken = (accountID: string): RawBuilder<boolean> => {
  const removals = sql`FROM recent_removal AS gone WHERE gone.accountID = ${accountID} AND gone.list`;
  const named = sql`gone.text <> ''`;
  const found = sql`gone.removalID > removal AND instr(${sql.raw(searchedText)}, gone.text) > 0`;
  const emptied = (list: number) =>
    sql`removal >= (SELECT ifnull(max(gone.removalID), 0) ${removals} = ${list} AND gone.text = '')`;
  return sql<boolean>`CASE flag WHEN ${recordFlag.recent} THEN ${emptied(recordFlag.recent)}
      WHEN ${recordFlag.download} THEN ${emptied(recordFlag.download)} ELSE 0 END
    AND (NOT (SELECT EXISTS (SELECT 1 ${removals} IS NOT NULL AND ${named}))
      OR NOT EXISTS (SELECT 1 ${removals} = flag AND ${named} AND ${found}))`;
};

/** What stands in a list. */
export function standsIn(accountID: string, { list, text }: RecentFilter): RawBuilder<boolean> {
  const conditions = [
    sql<boolean>`flag = ${recordFlag[list]}`,
    // What has not arrived cannot be opened: it stands above the list, with its progress.
    ...(list === 'download' ? [sql<boolean>`downloadPer = 100`] : []),
    ...(text === '' ? [] : [hasText(text)]),
    notTaken(accountID),
  ];
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** More make no difference: those few that have so many in common are looked at anyway. */
const mostTrigrams = 12;

/** What the full-text index is asked for; null for a text that is too short for it. */
export function trigramsOf(text: string): string | null {
  const characters = Array.from(text);
  if (characters.length < 3 || text.includes('\0')) return null;
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)]
    .slice(0, mostTrigrams)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}
