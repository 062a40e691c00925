import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { inTransaction } from '../../infra/database/index.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import type { CheckpointServices } from '../audit/checkpoints.usecases.ts';
import { deleteIfOrphaned, storeObject } from '../files/orphaned-objects.usecases.ts';
import { lockFlows, selectEndedFlows } from './archive-content.repository.ts';
import { readArchiveLines } from './archive-content.usecases.ts';
import { digestOf, joinLines, packArchive, readArchive } from './archive-file.usecases.ts';
import { findLastArchive, insertArchive } from './archives.repository.ts';
import { deleteFlowRows } from './delete-flows.repository.ts';

export interface ArchiveServices {
  /** The audit chain records each archive; its signing key signs them. */
  readonly chains: CheckpointServices;
  readonly objects: ObjectStore;
}

/** Maximum number of applications of an archive. */
const archiveSize = 500;
/** Fewer applications wait so long for others, so that a small tenant has one archive a day at most. */
const collectMs = 86_400_000;

/**
 * Archives a tenant's applications that ended before a time, and deletes them. It may be killed at any time: an archive is written and read
 * back before the transaction that refers to it and deletes its applications; without that transaction its object is an orphan. Several nodes
 * may run it: the number of an archive is unique.
 *
 * @returns the number of archived applications.
 * @throws ArchivingError if applications changed meanwhile; the next run archives them.
 */
export async function archiveApplications(
  services: ArchiveServices,
  { tid, before }: { tid: string; before: Date },
): Promise<number> {
  let archived = 0;
  for (;;) {
    const { db } = services.chains;
    const flows = await selectEndedFlows(db, { tid, before, limit: archiveSize });
    const [oldest] = flows;
    const isFull = flows.length === archiveSize;
    if (!oldest) return archived;
    if (!isFull && archived === 0 && oldest.endedAt.getTime() > before.getTime() - collectMs) return 0;
    await writeArchive(services, tid, flows);
    archived += flows.length;
    if (!isFull) return archived;
  }
}

async function writeArchive(
  { chains, objects }: ArchiveServices,
  tid: string,
  flows: readonly { flowID: string; endedAt: Date }[],
): Promise<void> {
  const { db, clock, statements, publicUrl } = chains;
  const ids = flows.map(({ flowID }) => flowID);
  const lines = await inTransaction(db, (transaction) => readArchiveLines(transaction, { tid, ids }));
  const last = await findLastArchive(db, tid);
  const archiveID = randomUUID();
  const number = (last?.number ?? 0) + 1;
  const at = new Date(clock());
  const packed = await packArchive(statements, lines, {
    iss: publicUrl(),
    archiveID,
    tid,
    number,
    previous: last?.sha256 ?? null,
    firstEndedAt: flows[0]?.endedAt.getTime() ?? 0,
    lastEndedAt: flows.at(-1)?.endedAt.getTime() ?? 0,
    at: at.getTime(),
  });
  const key = randomUUID();
  const sha256 = digestOf(packed);
  const loose = await storeObject(
    { db, objects },
    { key, content: chunksOf(packed) },
    {
      check: async () => {
        const stored = await buffer(await objects.read(key));
        const isWhole = digestOf(stored) === sha256;
        if (!isWhole || typeof (await readArchive(stored, statements.read)) === 'string')
          throw new ArchivingError('the object store returned other bytes than were written');
      },
      reference: async (transaction) => {
        const isLocked = (await lockFlows(transaction, { tid, ids })) === ids.length;
        const current = isLocked ? await readArchiveLines(transaction, { tid, ids }) : [];
        if (joinLines(current) !== joinLines(lines))
          throw new ArchivingError('applications changed while they were archived');
        await insertArchive(transaction, {
          archive_id: archiveID,
          tid,
          number,
          object_key: key,
          size: packed.length,
          sha256,
          applications: lines.length,
          created_at: at,
        });
        const actor = { kind: 'service', tid } as const;
        await recordAct(
          { handle: transaction, actor, at },
          { act: 'archive.created', subject: archiveID, sha256 },
        );
        return deleteFlowRows(transaction, ids);
      },
    },
  );
  for (const one of loose) await deleteIfOrphaned({ db, objects }, one);
}

/** An archive was not created; its applications are unchanged. */
export class ArchivingError extends Error {
  override readonly name = 'ArchivingError';
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
