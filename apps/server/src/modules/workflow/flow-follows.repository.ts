import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { isOfParticipant, selectFlowsWithType } from './flow.repository.ts';

interface Follower {
  readonly tid: string;
  readonly fid: string;
}
type Follow = Follower & { readonly flowID: string };

/** Adds a follower. @returns false if the person follows the application already. */
export async function insertFollow(
  transaction: DatabaseTransaction,
  { tid, fid, flowID, at }: Follow & { at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('flow_follows')
    .values({ tid, flow_id: flowID, fid, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if the person does not follow the application. */
export async function deleteFollow(db: DatabaseHandle, { tid, fid, flowID }: Follow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('flow_follows')
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('fid', '=', fid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectIsFollowed(db: DatabaseHandle, { tid, fid, flowID }: Follow): Promise<boolean> {
  const row = await db
    .selectFrom('flow_follows')
    .select('fid')
    .where('tid', '=', tid)
    .where('flow_id', '=', flowID)
    .where('fid', '=', fid)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countFollows(db: DatabaseHandle, { tid, fid }: Follower): Promise<number> {
  const { total } = await followedFlows(db, { tid, fid })
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A page of the applications that a person follows and still takes part in, the last followed first. */
export function selectFollowedFlows(
  db: DatabaseHandle,
  { tid, fid }: Follower,
  { skip, limit }: { skip: number; limit: number },
) {
  return followedFlows(db, { tid, fid })
    .orderBy('follow.created_at', 'desc')
    .orderBy('follow.flow_id')
    .limit(limit)
    .offset(skip)
    .execute();
}

/** The followers of these applications. */
export function selectFollowers(
  db: DatabaseHandle,
  { tid, flowIDs }: { tid: string; flowIDs: readonly string[] },
): Promise<{ flow_id: string; fid: string }[]> {
  return flowIDs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('flow_follows')
        .select(['flow_id', 'fid'])
        .where('tid', '=', tid)
        .where('flow_id', 'in', [...flowIDs])
        .execute();
}

function followedFlows(db: DatabaseHandle, { tid, fid }: Follower) {
  return selectFlowsWithType(db)
    .innerJoin('flow_follows as follow', 'follow.flow_id', 'flows.flow_id')
    .where('follow.tid', '=', tid)
    .where('follow.fid', '=', fid)
    .where('flows.tid', '=', tid)
    .where(isOfParticipant(fid));
}
