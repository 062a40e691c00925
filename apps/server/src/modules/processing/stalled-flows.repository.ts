import { type SqlBool, sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

export interface StalledFlow {
  readonly tid: string;
  readonly flowID: string;
  readonly task: 'process_files' | 'send_email';
}

/**
 * Flows whose processing has not started since `notStartedSince`, or not finished since `notFinishedSince`, and that
 * have no queued job. Flows with a queued job are left to the queue's own retries.
 */
export async function selectStalledFlows(
  db: DatabaseHandle,
  query: { notStartedSince: Date; notFinishedSince: Date; queue: string; limit: number },
): Promise<StalledFlow[]> {
  const { notStartedSince, notFinishedSince, queue, limit } = query;
  const rows = await db
    .selectFrom('flows')
    .select(['tid', 'flow_id', 'state'])
    .where('state', 'in', ['passed', 'reviewed', 'processing', 'processed'])
    .where('updated_at', '<', notStartedSince)
    .where(
      sql<SqlBool>`case state
        when 'processing' then updated_at < ${notFinishedSince}
        when 'processed' then process ->> 'delivery' = 'email'
          and not exists (select from flow_mails m where m.flow_id = flows.flow_id)
        else process -> 'fileProcess' ->> 'by' = 'service' end`,
    )
    .where(
      sql<SqlBool>`not exists (
        select from pgboss.job
        where name = ${queue} and state < 'completed' and data ->> 'flowID' = flows.flow_id)`,
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map(({ tid, flow_id: flowID, state }) => ({
    tid,
    flowID,
    task: state === 'processed' ? 'send_email' : 'process_files',
  }));
}
