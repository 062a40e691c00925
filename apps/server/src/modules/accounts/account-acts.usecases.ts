import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type Act, recordAct } from '../audit/audit.usecases.ts';
import { selectActiveMemberships } from './accounts.repository.ts';

/**
 * Records an act of an account on itself in the audit chain of each tenant with an active membership of the account,
 * because their administrators are responsible for these people. Without such a membership the act is recorded in the
 * chain of the deployment.
 */
export async function recordAccountAct(
  db: DatabaseHandle,
  { aid, deviceID = null, at }: { aid: string; deviceID?: string | null; at: Date },
  act: Act,
): Promise<void> {
  const memberships = await selectActiveMemberships(db, aid);
  const scopes = memberships.length > 0 ? memberships : [{ tid: null, fid: null }];
  for (const { tid, fid } of scopes)
    await recordAct({ handle: db, actor: { kind: 'account', tid, aid, fid, deviceID }, at }, act);
}
