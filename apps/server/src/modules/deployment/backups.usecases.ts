import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';

interface BackupAttempt {
  readonly startedAt: Date;
  readonly hasFiles: boolean;
}

/** The result of an attempt. */
export type BackupResult = BackupAttempt &
  ({ readonly bytes: number; readonly isVerified: boolean } | { readonly failure: unknown });

/** Attempts that are kept: a deployment with a backup each hour shows those of ten days. */
const keptAttempts = 240;

/** Stores the result of a backup. A database of an earlier release has no table for it. */
export async function recordBackup(db: DatabaseHandle, result: BackupResult): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('public.backups') is not null as known`.execute(db);
  if (!rows[0]?.known) return;
  const outcome =
    'failure' in result
      ? ({ outcome: 'failed', bytes: null, is_verified: false, reason: reasonOf(result.failure) } as const)
      : ({ outcome: 'done', bytes: result.bytes, is_verified: result.isVerified, reason: null } as const);
  const row = { started_at: result.startedAt, finished_at: new Date(), has_files: result.hasFiles };
  await db
    .insertInto('backups')
    .values({ ...row, ...outcome })
    .execute();
  await sql`
    delete from backups where backup_id in (
      select backup_id from backups order by finished_at desc offset ${keptAttempts}
    )`.execute(db);
}

/** A code such as `backup.object_missing` or `ENOSPC`. The message may contain a path. */
export function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
