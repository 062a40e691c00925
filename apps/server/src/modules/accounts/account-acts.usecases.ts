import type { DatabaseHandle } from '../../infra/database/index.ts';
import { type Act, recordAct } from '../audit/audit.usecases.ts';
import { selectActivePlaces } from './accounts.repository.ts';

/**
 * Writes down what an account did to itself: in the records of each tenant where it is somebody, for their administrators
 * answer for these people; in those of the deployment where it is nobody anywhere.
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
