import { buffer } from 'node:stream/consumers';
import { ObjectMissingError } from '../../infra/objects/objects.errors.ts';
import { type AuditActor, recordAct } from '../audit/audit.usecases.ts';
import { verifyChain } from '../audit/audit-verify.usecases.ts';
import { digestOf, readArchive } from './archive-file.usecases.ts';
import { type ArchiveRow, selectArchives, selectRecordedDigests } from './archives.repository.ts';
import type { ArchiveServices } from './archiving.usecases.ts';

/**
 * - `missing`: the object store does not have the file.
 * - `changed`: the file differs from the one that was written.
 * - `swapped`: the file is another archive.
 * - `signature`: the file is not signed by a key of the service.
 * - `order`: the archive does not follow the one before it, which was removed or replaced.
 * - `unrecorded`: no audit record has the digest of the archive.
 * - `removed`: an audit record names an archive that the database does not have.
 */
export type ArchiveFault =
  | 'missing'
  | 'changed'
  | 'swapped'
  | 'signature'
  | 'order'
  | 'unrecorded'
  | 'removed';

export interface FaultyArchive {
  readonly archiveID: string;
  /** Null for an archive that the database does not have. */
  readonly number: number | null;
  /** The key of its object. */
  readonly file: string | null;
  readonly fault: ArchiveFault;
}

const pageSize = 100;

/**
 * Verifies all archives of a tenant: each file alone, their sequence, and their audit records in the chain of the tenant, which is verified too.
 */
export async function verifyArchives(
  services: ArchiveServices,
  actor: AuditActor & { readonly tid: string },
): Promise<{
  archives: number;
  applications: number;
  faults: FaultyArchive[];
  chainBrokenAt: number | null;
}> {
  const { chains } = services;
  const { tid } = actor;
  // Archives that are created meanwhile may be missing from the first records, and are not expected among the rows.
  const recordedBefore = await selectRecordedDigests(chains.db, tid);
  const sound = new Map<string, ArchiveRow>();
  const faults: FaultyArchive[] = [];
  const found = { archives: 0, applications: 0 };
  let previous: ArchiveRow | undefined;
  for (;;) {
    const page = await selectArchives(chains.db, tid, { after: previous?.number ?? 0, limit: pageSize });
    for (const row of page) {
      const fault = await findFault(services, row, previous);
      if (fault) faults.push(toFaulty(row, fault));
      else sound.set(row.archive_id, row);
      recordedBefore.delete(row.archive_id);
      found.archives += 1;
      found.applications += row.applications;
      previous = row;
    }
    if (page.length < pageSize) break;
  }
  const recorded = await selectRecordedDigests(chains.db, tid);
  for (const [archiveID, row] of sound)
    if (recorded.get(archiveID) !== row.sha256) faults.push(toFaulty(row, 'unrecorded'));
  for (const archiveID of recordedBefore.keys())
    faults.push({ archiveID, number: null, file: null, fault: 'removed' });
  const { broken } = await verifyChain(chains, tid);
  await recordAct(
    { handle: chains.db, actor, at: new Date(chains.clock()) },
    { act: 'archive.verified', subject: tid },
  );
  return { ...found, faults, chainBrokenAt: broken?.at ?? null };
}

const toFaulty = (row: ArchiveRow, fault: ArchiveFault): FaultyArchive => ({
  archiveID: row.archive_id,
  number: row.number,
  file: row.object_key,
  fault,
});

async function findFault(
  { chains, objects }: ArchiveServices,
  row: ArchiveRow,
  previous: ArchiveRow | undefined,
): Promise<ArchiveFault | undefined> {
  const bytes = await readObject(objects, row.object_key);
  if (bytes === undefined) return 'missing';
  const archive = await readArchive(bytes, chains.statements.read);
  if (typeof archive === 'string') return archive;
  const { claims } = archive;
  if (claims.archiveID !== row.archive_id || claims.tid !== row.tid) return 'swapped';
  if (digestOf(bytes) !== row.sha256 || claims.applications !== row.applications) return 'changed';
  if (claims.number !== row.number || row.number !== (previous?.number ?? 0) + 1) return 'order';
  if (claims.previous !== (previous?.sha256 ?? null)) return 'order';
  return undefined;
}

async function readObject(objects: ArchiveServices['objects'], key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await objects.read(key));
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}
