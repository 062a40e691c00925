import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The bytes stored by a person and by the whole tenant. */
export async function selectUsage(
  db: DatabaseHandle,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ person: number; tenant: number }> {
  const rows = await db
    .selectFrom('upload_usage')
    .select(['fid', 'bytes'])
    .where('tid', '=', tid)
    .where('fid', 'in', ['', fid])
    .execute();
  const bytesOf = (fid: string) => rows.find((row) => row.fid === fid)?.bytes ?? 0;
  return { person: bytesOf(fid), tenant: bytesOf('') };
}
