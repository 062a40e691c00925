import type { Selectable } from 'kysely';
import type { Database, DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';

export type SetupLinkRow = Selectable<Database['setup_links']>;

export async function insertSetupLink(
  db: DatabaseHandle,
  link: { linkID: string; digest: Buffer; createdAt: Date; expireAt: Date },
): Promise<void> {
  await db
    .insertInto('setup_links')
    .values({
      link_id: link.linkID,
      digest: link.digest,
      created_at: link.createdAt,
      expire_at: link.expireAt,
    })
    .execute();
}

/** The links that have not expired. Few exist: each start of a node without an operator issues one. */
export function selectValidSetupLinks(db: DatabaseHandle, now: Date): Promise<SetupLinkRow[]> {
  return db.selectFrom('setup_links').selectAll().where('expire_at', '>', now).execute();
}

/** Locks a link, which serializes its uses. */
export function lockSetupLink(
  transaction: DatabaseTransaction,
  linkID: string,
): Promise<SetupLinkRow | undefined> {
  return transaction
    .selectFrom('setup_links')
    .selectAll()
    .where('link_id', '=', linkID)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSetupTotpSecret(
  transaction: DatabaseTransaction,
  { linkID, wrappedSecret }: { linkID: string; wrappedSecret: Buffer },
): Promise<void> {
  await transaction
    .updateTable('setup_links')
    .set({ wrapped_totp_secret: wrappedSecret })
    .where('link_id', '=', linkID)
    .execute();
}

/** Deletes every link: one that is used makes the others obsolete. */
export async function deleteSetupLinks(transaction: DatabaseTransaction): Promise<void> {
  await transaction.deleteFrom('setup_links').execute();
}

export async function deleteExpiredSetupLinkRows(db: DatabaseHandle, now: Date): Promise<void> {
  await db.deleteFrom('setup_links').where('expire_at', '<=', now).execute();
}
