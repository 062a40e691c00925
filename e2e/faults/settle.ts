import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { processNow } from './process-clock.ts';

/** After the restore all accepted work completes within this time. */
export const maxSettleMs = 240_000;

/** The statements that count unfinished work, by name. */
const remainingWork = {
  // After a crash of the database the records without a link are unknown until they are recovered.
  'records without a link': `select (select count(*) from audit_pending)::int
    + (select 1 - count(*) from audit_pending_start)::int as n`,
  notices: 'select count(*)::int as n from batched_jobs',
  jobs: `select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active')
    and name !~ '^__pgboss' and start_after < now() + interval '10 minutes'`,
  'flows in progress': `select count(*)::int as n from flows where state in ('passed', 'reviewed', 'processing')`,
  'messages without a push': 'select count(*)::int as n from message_fanout',
  pushes: `select count(*)::int as n from push_deliveries where state = 'waiting'`,
  mails: `select count(*)::int as n from flow_mails where state = 'sending'`,
  packages: `select count(*)::int as n from prepared_downloads where state = 'preparing'`,
} as const;

/** @returns how long it took, and the unfinished work. */
export async function waitUntilSettled(
  pool: Pool,
): Promise<{ tookMs: number; remaining: Record<string, number> }> {
  const startedAt = processNow();
  let remaining: Record<string, number> = {};
  for (;;) {
    try {
      remaining = await countRemaining(pool);
      if (Object.keys(remaining).length === 0) return { tookMs: processNow() - startedAt, remaining };
    } catch (error) {
      remaining = { [`the database (${String(error)})`]: 1 };
    }
    if (processNow() - startedAt > maxSettleMs) return { tookMs: processNow() - startedAt, remaining };
    await pause(250);
  }
}

async function countRemaining(pool: Pool): Promise<Record<string, number>> {
  const remaining: Record<string, number> = {};
  for (const [name, statement] of Object.entries(remainingWork)) {
    const { rows } = await pool.query<{ n: number }>(statement);
    const n = rows[0]?.n ?? 0;
    if (n > 0) remaining[name] = n;
  }
  return remaining;
}
