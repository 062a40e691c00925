import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type Act, recordAct } from '../audit/audit.usecases.ts';
import { selectActivePlaces } from './accounts.repository.ts';

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
  const places = await selectActivePlaces(db, aid);
  const somewhere = places.length > 0 ? places : [{ tid: null, fid: null }];
  for (const { tid, fid } of somewhere)
    await recordAct({ handle: db, actor: { kind: 'account', tid, aid, fid, deviceID }, at }, act);
}
