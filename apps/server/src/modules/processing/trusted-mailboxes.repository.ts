import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

export type TrustedMailboxRow = Selectable<Database['trusted_mailboxes']>;

/** @returns whether it was inserted. */
export async function insertTrusted(
  db: DatabaseHandle,
  row: Insertable<Database['trusted_mailboxes']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trusted_mailboxes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The addresses that are trusted for the person or for the whole tenant. */
export async function selectTrusted(
  db: DatabaseHandle,
  { tid, fid, emails }: { tid: string; fid: string; emails: readonly string[] },
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom('trusted_mailboxes')
    .select('email')
    .where('tid', '=', tid)
    .where('fid', 'in', ['', fid])
    .where('email', 'in', [...emails])
    .execute();
  return rows.map((row) => row.email);
}

export interface MailboxQuery {
  readonly tid: string;
  readonly keyword?: string | undefined;
  readonly sort: 'email' | '-email' | 'createAt' | '-createAt';
  readonly skip: number;
  readonly limit: number;
}

export async function listTrusted(
  db: DatabaseHandle,
  { tid, keyword, sort, skip, limit }: MailboxQuery,
): Promise<{ total: number; rows: TrustedMailboxRow[] }> {
  let all = db.selectFrom('trusted_mailboxes').where('tid', '=', tid);
  if (keyword) all = all.where('email', 'ilike', likePattern(keyword));
  const { total } = await all.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows =
    limit === 0
      ? []
      : await all
          .selectAll()
          .orderBy(sort.endsWith('email') ? 'email' : 'created_at', sort.startsWith('-') ? 'desc' : 'asc')
          .orderBy('email')
          .orderBy('fid')
          .offset(skip)
          .limit(limit)
          .execute();
  return { total, rows };
}

/** @returns whether it existed. */
export async function deleteTrusted(
  db: DatabaseHandle,
  { tid, email, fid }: { tid: string; email: string; fid: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_mailboxes')
    .where('tid', '=', tid)
    .where('email', '=', email)
    .where('fid', '=', fid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
