import type { ApplicationType, FlowState } from '@sealflow/domain/workflow';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

export interface AdminFlowQuery {
  readonly state?: FlowState | undefined;
  readonly type?: ApplicationType | undefined;
  readonly applicant?: string | undefined;
  readonly keyword?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** A page of a tenant's applications without drafts, newest first, and the total number of matches. */
export async function pageFlows(db: DatabaseHandle, tid: string, query: AdminFlowQuery) {
  const { state, type, applicant, keyword, skip, limit } = query;
  let matching = db.selectFrom('flows').where('flows.tid', '=', tid).where('flows.state', '!=', 'new');
  if (state) matching = matching.where('flows.state', '=', state);
  if (type) matching = matching.where('flows.type', '=', type);
  if (applicant) matching = matching.where('flows.applicant_fid', '=', applicant);
  if (keyword) matching = matching.where('flows.title', 'ilike', likePattern(keyword));
  const { total } = await matching
    .select((flow) => flow.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (limit === 0) return { total, rows: [] };
  const rows = await matching
    .innerJoin('flow_types as types', (join) =>
      join.onRef('types.tid', '=', 'flows.tid').onRef('types.type_id', '=', 'flows.type_id'),
    )
    .selectAll('flows')
    .select('types.name as type_name')
    .orderBy('flows.created_at', 'desc')
    .orderBy('flows.flow_id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { total, rows };
}
