import { buffer } from 'node:stream/consumers';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { resolveIDs } from '../audit/subjects.usecases.ts';
import { joinLines, readArchive } from './archive-file.usecases.ts';
import { type ArchiveRow, countArchives, findArchive, selectArchives } from './archives.repository.ts';
import type { ArchiveServices } from './archiving.usecases.ts';

export { deleteFlowRows } from './delete-flows.repository.ts';

/** The archives of a tenant, oldest first. */
export async function listArchives(
  db: DatabaseHandle,
  { tid, skip, limit }: { tid: string; skip: number; limit: number },
) {
  const [total, rows] = await Promise.all([
    countArchives(db, tid),
    limit === 0 ? [] : selectArchives(db, tid, { skip, limit }),
  ]);
  return { total, data: rows.map(toArchive) };
}

function toArchive(row: ArchiveRow) {
  return {
    archiveID: row.archive_id,
    number: row.number,
    file: row.object_key,
    size: row.size,
    sha256: row.sha256,
    applications: row.applications,
    createdAt: row.created_at.getTime(),
  };
}

const pseudonymPattern = /anon-(?:[0-9a-f]{64}|[0-9a-f]{32})/g;

/**
 * An archive as lines: its applications, the manifest that signs them, and the ids behind the pseudonyms, where they are known. The last line is not
 * signed.
 * @throws ServiceError `admin.archive_not_found`, `admin.archive_damaged`.
 */
export async function exportArchive(
  { chains, objects }: ArchiveServices,
  actor: AuditActor & { readonly tid: string },
  archiveID: string,
): Promise<AsyncIterable<string>> {
  const { db, clock, statements } = chains;
  const row = await findArchive(db, { tid: actor.tid, archiveID });
  if (!row) throw new ServiceError('admin.archive_not_found');
  const bytes = await objects.read(row.object_key).then(buffer, () => undefined);
  const archive = bytes === undefined ? 'changed' : await readArchive(bytes, statements.read);
  if (typeof archive === 'string') throw new ServiceError('admin.archive_damaged');
  await recordAct(
    { handle: db, actor, at: new Date(clock()) },
    { act: 'archive.exported', subject: archiveID },
  );
  const pseudonyms = new Set(archive.lines.flatMap((line) => line.match(pseudonymPattern) ?? []));
  const ids = Object.fromEntries(await resolveIDs(db, [...pseudonyms]));
  const content = [...archive.lines, archive.manifest, JSON.stringify({ type: 'ids', ids })];
  return (async function* () {
    for (const line of content) yield joinLines([line]);
  })();
}
