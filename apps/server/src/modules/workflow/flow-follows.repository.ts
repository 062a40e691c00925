import { sql } from 'kysely';
import type { DatabaseHandle, DatabaseTransaction } from '../../infra/database/index.ts';
import { isDeputised, isOfParticipant, selectFlowsWithType } from './flow.repository.ts';

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

export async function countFollows(db: DatabaseHandle, follower: Follower & { at: Date }): Promise<number> {
  const { total } = await followedFlows(db, follower)
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A page of the applications that a person follows and still takes part in, the last followed first. */
export function selectFollowedFlows(
  db: DatabaseHandle,
  follower: Follower & { at: Date },
  { skip, limit }: { skip: number; limit: number },
) {
  return followedFlows(db, follower)
    .orderBy('follow.created_at', 'desc')
    .orderBy('follow.flow_id')
    .limit(limit)
    .offset(skip)
    .execute();
}

/** The followers of these applications who may still see them. A deputy may not after the absence. */
export async function selectFollowers(
  db: DatabaseHandle,
  { tid, flowIDs, at }: { tid: string; flowIDs: readonly string[]; at: Date },
): Promise<{ flow_id: string; fid: string }[]> {
  if (flowIDs.length === 0) return [];
  const follower = sql<string>`follow.fid`;
  // The text does not depend on the number of applications, and each is looked up apart, so that PostgreSQL keeps the plan.
  const { rows } = await sql<{ flow_id: string; fid: string }>`
    select follow.flow_id, follow.fid
    from json_array_elements_text(${JSON.stringify(flowIDs)}::json) as requested (flow_id)
    cross join lateral (
      select flow_id, fid from flow_follows where tid = ${tid} and flow_id = requested.flow_id offset 0
    ) as follow
    where exists (
      select from flows where flows.tid = ${tid} and flows.flow_id = follow.flow_id
        and (${isOfParticipant(follower)} or ${isDeputised({ tid, fid: follower, at })}) offset 0
    )
  `.execute(db);
  return rows;
}

function followedFlows(db: DatabaseHandle, { tid, fid, at }: Follower & { at: Date }) {
  return selectFlowsWithType(db)
    .innerJoin('flow_follows as follow', 'follow.flow_id', 'flows.flow_id')
    .where('follow.tid', '=', tid)
    .where('follow.fid', '=', fid)
    .where('flows.tid', '=', tid)
    .where((row) => row.or([isOfParticipant(fid), isDeputised({ tid, fid, at })]));
}
