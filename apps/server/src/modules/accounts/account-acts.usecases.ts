import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type Act, recordActOfActors } from '../audit/audit.usecases.ts';
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
  const actors = scopes.map(({ tid, fid }) => ({ kind: 'account', tid, aid, fid, deviceID }) as const);
  await recordActOfActors({ handle: db, actors, at }, act);
}
