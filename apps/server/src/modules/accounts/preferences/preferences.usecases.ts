import { entityTagFields } from '@sealflow/contract/schemas';
import { inTransaction } from '../../../infra/database/index.ts';
import { assertUnchanged } from '../../../infra/http/entity-tag.util.ts';
import type { AccountServices } from '../accounts.types.ts';
import {
  lockAccount,
  type Preferences,
  selectPreferences,
  upsertPreferences,
} from './preferences.repository.ts';

/**
 * Replaces the preferences of an account.
 * @throws ServiceError `admin.changed_meanwhile` if another browser of the person replaced them since they were read.
 */
export async function replacePreferences(
  { db, clock }: AccountServices,
  aid: string,
  { preferences, ifMatch }: Pick<Preferences, 'preferences'> & { readonly ifMatch?: string | undefined },
): Promise<Preferences> {
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, aid);
    const current = await selectPreferences(transaction, aid);
    await assertUnchanged(ifMatch, entityTagFields.preferences, async () => current);
    const next = { version: current.version + 1, preferences };
    await upsertPreferences(transaction, { aid, ...next, at: new Date(clock()) });
    return next;
  });
}
