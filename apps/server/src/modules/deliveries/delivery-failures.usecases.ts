import type { Answer } from '@sealflow/contract';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { FailedChannel } from '../../infra/database/tables/deployment.table.ts';
import * as repository from './delivery-failures.repository.ts';

const dayMs = 86_400_000;
const retentionMs = 30 * dayMs;
const maxPerTenant = 10_000;

/** A delivery that no later attempt repeats. It names neither the recipient nor the address. */
export interface DeliveryFailure {
  /** The tenant of the message or of the account; null if there is none. */
  readonly tid: string | null;
  readonly channel: FailedChannel;
  readonly purpose: 'code' | 'notice' | 'message';
  readonly code: string;
  readonly at: number;
}

/** Records a delivery that failed for good. */
export function recordFailure(db: DatabaseHandle, { at, ...failure }: DeliveryFailure): Promise<void> {
  return repository.insertFailure(db, { ...failure, failed_at: new Date(at) });
}

/** The code of an error of the mail server or the SMS gateway; undefined for any other error. */
export function deliveryCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && /^(mail|sms)\./.test(String(error.code))
    ? String(error.code)
    : undefined;
}

interface FailureQuery {
  /** Undefined for the failures of all tenants. */
  readonly tid?: string | undefined;
  readonly channel?: FailedChannel | undefined;
  readonly days: number;
  readonly now: number;
}

type Failures = Answer<'GET /api/v1/admin/delivery-failures'>;

/** The failed deliveries of the last days, the newest first. */
export async function listFailures(
  db: DatabaseHandle,
  { tid, channel, days, now, skip, limit }: FailureQuery & { skip: number; limit: number },
): Promise<Failures> {
  const from = new Date(now - days * dayMs);
  const { total, rows } = await repository.selectFailures(db, { tid, channel, from, skip, limit });
  const data = rows.map((row) => ({
    failureID: String(row.failure_id),
    tid: row.tid,
    channel: row.channel,
    purpose: row.purpose,
    code: row.code,
    failedAt: row.failed_at.getTime(),
  }));
  return { total, data };
}

/** How many deliveries of the last days failed, by channel. */
export function countFailures(
  db: DatabaseHandle,
  { tid, days, now }: Omit<FailureQuery, 'channel'>,
): Promise<Record<FailedChannel, number>> {
  return repository.countByChannel(db, { tid, from: new Date(now - days * dayMs) });
}

export interface TransportFailure {
  readonly channel: 'mail' | 'sms';
  readonly since: number;
  readonly lastAt: number;
  readonly code: string;
  readonly failures: number;
}

/** Failures in a row after which a transport counts as broken. One rejected recipient does not make it broken. */
const minFailuresInARow = 3;

/** The mail server and the SMS gateway, as far as they are broken: unreachable, or without any success lately. */
export async function listBrokenTransports(db: DatabaseHandle): Promise<TransportFailure[]> {
  const rows = await repository.selectTransportFailures(db);
  return rows
    .filter(({ code, failures }) => code.endsWith('.unreachable') || failures >= minFailuresInARow)
    .map(({ channel, code, failures, since, last_at }) => ({
      channel,
      code,
      failures,
      since: since.getTime(),
      lastAt: last_at.getTime(),
    }));
}

/** Deletes failures after 30 days, and more than 10,000 of a tenant. */
export function deleteExpiredFailures(db: DatabaseHandle, now: number): Promise<void> {
  return repository.deleteOldFailures(db, { before: new Date(now - retentionMs), maxPerTenant });
}
