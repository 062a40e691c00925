import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseHandle } from '../../infra/database/index.ts';

export const minuteSeconds = 60;
export const hourSeconds = 3600;

/** Inserts the metrics of a minute. A second sample of the same minute is ignored. */
export async function insertSample(
  db: DatabaseHandle,
  sample: Omit<Insertable<Database['node_samples']>, 'span_s'>,
): Promise<void> {
  await db
    .insertInto('node_samples')
    .values({ ...sample, span_s: minuteSeconds })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the minutes before a full hour by one row for each hour. Several nodes may do this at the same time. */
export async function mergeMinutesBefore(db: DatabaseHandle, fullHour: Date): Promise<void> {
  await sql`
    with merged as (
      delete from node_samples where span_s = ${minuteSeconds} and at < ${fullHour} returning *
    )
    insert into node_samples
      (node, at, span_s, requests, errors, p95_ms, memory_bytes, loop_lag_ms, queue_depth, connections)
    select node, date_trunc('hour', at, 'UTC'), ${hourSeconds}, sum(requests), sum(errors), max(p95_ms),
      max(memory_bytes), max(loop_lag_ms), max(queue_depth), max(connections)
    from merged group by 1, 2
    on conflict (at, node, span_s) do update set
      requests = node_samples.requests + excluded.requests,
      errors = node_samples.errors + excluded.errors,
      p95_ms = greatest(node_samples.p95_ms, excluded.p95_ms),
      memory_bytes = greatest(node_samples.memory_bytes, excluded.memory_bytes),
      loop_lag_ms = greatest(node_samples.loop_lag_ms, excluded.loop_lag_ms),
      queue_depth = greatest(node_samples.queue_depth, excluded.queue_depth),
      connections = greatest(node_samples.connections, excluded.connections)
  `.execute(db);
}

export async function deleteSamplesBefore(db: DatabaseHandle, at: Date): Promise<void> {
  await db.deleteFrom('node_samples').where('at', '<', at).execute();
}

export interface SampleSlot {
  slot: number;
  requests: number;
  errors: number;
  p95: number;
  memory: number;
  lag: number;
  depth: number;
  connections: number;
}

/**
 * Selects metrics by slots of a number of seconds, oldest first. Memory and connections of several nodes are added; the depth of the
 * queues is the same on all nodes.
 * @param node - Undefined: all nodes.
 */
export async function selectSlots(
  db: DatabaseHandle,
  { from, slotSeconds, node }: { from: Date; slotSeconds: number; node: string | undefined },
): Promise<SampleSlot[]> {
  const { rows } = await sql<SampleSlot>`
    select (floor(extract(epoch from at) / ${sql.lit(slotSeconds)}) * ${sql.lit(slotSeconds)})::bigint as slot,
      sum(requests)::bigint as requests, sum(errors)::bigint as errors, max(p95) as p95,
      max(memory)::bigint as memory, max(lag) as lag, max(depth) as depth, max(connections) as connections
    from (
      select at, sum(requests) as requests, sum(errors) as errors, max(p95_ms) as p95, sum(memory_bytes) as memory,
        max(loop_lag_ms) as lag, max(queue_depth) as depth, sum(connections) as connections
      from node_samples
      where at >= ${from} and (${node ?? null}::text is null or node = ${node ?? null})
      group by at, span_s
    ) as spans
    group by slot order by slot
  `.execute(db);
  return rows;
}
