import type { DatabaseHandle } from '../../infra/database/index.ts';

/**
 * Inserts the id of a request token that a device used.
 * @returns false if the id was used before.
 */
export async function insertRequestToken(
  handle: DatabaseHandle,
  token: { deviceID: string; jti: string; expireAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await handle
    .insertInto('request_tokens')
    .values({ device_id: token.deviceID, jti: token.jti, expire_at: token.expireAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the ids of tokens that are rejected because of their age. */
export async function deleteExpiredRequestTokens(handle: DatabaseHandle, now: Date): Promise<void> {
  await handle.deleteFrom('request_tokens').where('expire_at', '<', now).execute();
}
