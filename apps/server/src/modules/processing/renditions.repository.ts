import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type RenditionRow = Selectable<Database['renditions']>;

interface RenditionKey {
  readonly tid: string;
  /** Of the original. */
  readonly uri: string;
}

export function selectRendition(
  db: DatabaseHandle,
  { tid, uri }: RenditionKey,
): Promise<RenditionRow | undefined> {
  return db
    .selectFrom('renditions')
    .selectAll()
    .where('tid', '=', tid)
    .where('uri', '=', uri)
    .executeTakeFirst();
}

/**
 * Inserts a rendition to be made, or starts one again that failed or was given up.
 * @returns false if one exists or is being made.
 */
export async function beginRendition(
  transaction: DatabaseTransaction,
  { tid, uri }: RenditionKey,
  times: { at: Date; failedBefore: Date; begunBefore: Date },
): Promise<boolean> {
  const preparing = { state: 'preparing', reason: null, changed_at: times.at } as const;
  const row = await transaction
    .insertInto('renditions')
    .values({ tid, uri, ...preparing })
    .onConflict((conflict) =>
      conflict
        .column('uri')
        .doUpdateSet(preparing)
        .where((where) =>
          where.or([
            where.and([
              where('renditions.state', '=', 'failed'),
              where('renditions.changed_at', '<', times.failedBefore),
            ]),
            where.and([
              where('renditions.state', '=', 'preparing'),
              where('renditions.changed_at', '<', times.begunBefore),
            ]),
          ]),
        ),
    )
    .returning('uri')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the rendition is no longer in preparation. */
export async function endRendition(
  transaction: DatabaseHandle,
  { tid, uri }: RenditionKey,
  end: Pick<RenditionRow, 'state' | 'reason' | 'rendition_uri' | 'changed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('renditions')
    .set(end)
    .where('tid', '=', tid)
    .where('uri', '=', uri)
    .where('state', '=', 'preparing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the renditions of a tenant. A trigger deletes their files. */
export async function deleteRenditionsOf(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await transaction.deleteFrom('renditions').where('tid', '=', tid).execute();
}
