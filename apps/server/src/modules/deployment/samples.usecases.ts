import type { Answer } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { RequestFigures } from '../../infra/metrics/request-sampler.util.ts';
import { countDueJobs } from './jobs.repository.ts';
import type { NodeServices } from './nodes.usecases.ts';
import * as repository from './samples.repository.ts';

type MetricsAnswer = Answer<'GET /api/v1/admin/health/metrics'>['data'];
type MetricsRange = 'hours' | 'day' | 'month';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Each range with the span of its points. */
const ranges: Readonly<Record<MetricsRange, { rangeMs: number; spanMs: number }>> = {
  hours: { rangeMs: 3 * hourMs, spanMs: minuteMs },
  day: { rangeMs: dayMs, spanMs: 5 * minuteMs },
  month: { rangeMs: 30 * dayMs, spanMs: hourMs },
};

/** Stores the metrics of this node over the last minute. */
export async function storeSample(
  { db, clock, ownNode }: NodeServices,
  figures: RequestFigures & { readonly connections: number },
): Promise<void> {
  const { requests, errors, p95Ms, loopLagMs, connections } = figures;
  await repository.insertSample(db, {
    node: ownNode.name,
    at: new Date(Math.floor(clock() / minuteMs) * minuteMs),
    requests,
    errors,
    p95_ms: p95Ms,
    memory_bytes: process.memoryUsage.rss(),
    loop_lag_ms: loopLagMs,
    queue_depth: await countDueJobs(db),
    connections,
  });
}

/** Metrics of a node, or of all, until now. */
export async function readMetrics(
  db: DatabaseHandle,
  { range, node, now }: { range: MetricsRange; node: string | undefined; now: number },
): Promise<MetricsAnswer> {
  const { rangeMs, spanMs } = ranges[range];
  const from = new Date(Math.floor((now - rangeMs) / spanMs) * spanMs);
  const slots = await repository.selectSlots(db, { from, slotSeconds: spanMs / 1000, node });
  return {
    spanMs,
    points: slots.map(({ slot, requests, errors, p95, memory, lag, depth, connections }) => ({
      at: slot * 1000,
      requests,
      errors,
      p95Ms: p95,
      memoryBytes: memory,
      loopLagMs: lag,
      queueDepth: depth,
      connections,
    })),
  };
}

/** Merges minutes older than a day into hours, and deletes samples older than 30 days. */
export async function thinSamples(db: DatabaseHandle, now: number): Promise<void> {
  await repository.mergeMinutesBefore(db, new Date(Math.floor((now - dayMs) / hourMs) * hourMs));
  await repository.deleteSamplesBefore(db, new Date(now - 30 * dayMs));
}
