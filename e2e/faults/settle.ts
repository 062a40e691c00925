import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ownNow } from './own-time.ts';

/** After everything is mended all that was promised is done within this time. */
export const settleLimitMs = 240_000;

/** What is still to be done, by name; nothing where all is done. */
const leftovers = {
  'records without a link': 'select count(*)::int as n from audit_pending',
  jobs: `select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active')
    and name !~ '^__pgboss' and start_after < now() + interval '10 minutes'`,
  'flows under way': `select count(*)::int as n from flows where state in ('passed', 'reviewed', 'processing')`,
  'messages to be pushed': 'select count(*)::int as n from message_fanout',
  pushes: `select count(*)::int as n from push_deliveries where state = 'waiting'`,
  mails: `select count(*)::int as n from flow_mails where state = 'sending'`,
  packages: `select count(*)::int as n from prepared_downloads where state = 'preparing'`,
} as const;

/** @returns how long it took, or what was left. */
export async function settle(pool: Pool): Promise<{ tookMs: number; left: Record<string, number> }> {
  const begun = ownNow();
  let left: Record<string, number> = {};
  for (;;) {
    try {
      left = await leftIn(pool);
      if (Object.keys(left).length === 0) return { tookMs: ownNow() - begun, left };
    } catch (error) {
      left = { [`the database (${String(error)})`]: 1 };
    }
    if (ownNow() - begun > settleLimitMs) return { tookMs: ownNow() - begun, left };
    await pause(250);
  }
}

async function leftIn(pool: Pool): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const [name, statement] of Object.entries(leftovers)) {
    const { rows } = await pool.query<{ n: number }>(statement);
    const n = rows[0]?.n ?? 0;
    if (n > 0) left[name] = n;
  }
  return left;
}
