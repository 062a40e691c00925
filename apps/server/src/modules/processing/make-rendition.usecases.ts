import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ErrorCode } from '@sealflow/domain/errors';
import { inTransaction } from '../../infra/database/index.ts';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { createHashingStream } from '../../infra/files/hashing-stream.util.ts';
import { readChunks } from '../../infra/objects/object-source.adapter.ts';
import { type ProcessEnd, SandboxedProcessError } from '../../infra/rendering/sandboxed-process.adapter.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { sealDocument } from '../documents/seal-document.usecases.ts';
import { getSealingContextByOwnerID } from '../documents/sealing.usecases.ts';
import { insertRenditionFile, requireReadable } from '../files/files.usecases.ts';
import { storeObject } from '../files/orphaned-objects.usecases.ts';
import { ProcessingFailure, permanentReasonOf } from './processing.errors.ts';
import type { ProcessingServices } from './processing.types.ts';
import { endRendition, selectRendition } from './renditions.repository.ts';
import { type RenditionJob, renditionQueue } from './request-rendition.usecases.ts';
import { openSources, type Source } from './sources.usecases.ts';

/** The formats that the engine of exact pages reads. */
const extensions = new Set(
  ['doc', 'docx', 'rtf', 'odt', 'xls', 'xlsx', 'xlsb', 'ods'].concat(['ppt', 'pptx', 'odp', 'odg']),
);
const maxDocumentBytes = 64 * 1_048_576;
const busyDelayMs = 3_000;

const reasonByEnd: Readonly<Record<ProcessEnd, ErrorCode>> = {
  failed: 'file.rendition_failed',
  tooSlow: 'file.rendition_too_slow',
  tooMuchMemory: 'file.rendition_too_large',
  tooLarge: 'file.rendition_too_large',
};

/**
 * Creates the handler of the queue. A node makes one rendition of a tenant at a time, so that no tenant delays the others; another
 * job of that tenant waits.
 */
export function createRenditionHandler(services: ProcessingServices): (job: RenditionJob) => Promise<void> {
  const busyTenants = new Set<string>();
  return async (job) => {
    if (busyTenants.has(job.tid)) {
      const after = new Date(services.clock() + busyDelayMs);
      await inTransaction(services.db, (transaction) =>
        services.outbox.send(transaction, renditionQueue, [{ data: job, after }]),
      );
      return;
    }
    busyTenants.add(job.tid);
    try {
      await makeRendition(services, job);
    } finally {
      busyTenants.delete(job.tid);
    }
  };
}

/**
 * Makes a requested rendition: opens the original with the rights of the person who asked, converts it without network and disk,
 * and seals the pages under the policy of the original. An interrupted run leaves nothing behind, and a repeated one changes
 * nothing.
 */
export async function makeRendition(services: ProcessingServices, job: RenditionJob): Promise<void> {
  const row = await selectRendition(services.db, job);
  if (row?.state !== 'preparing') return;
  try {
    await renderAndStore(services, job);
  } catch (error) {
    const reason = error instanceof SandboxedProcessError ? reasonByEnd[error.end] : permanentReasonOf(error);
    if (reason === undefined) throw error;
    await failRendition(services, job, reason);
  }
}

const actorOf = ({ tid, aid, fid }: RenditionJob) => ({ kind: 'account', tid, aid, fid }) as const;

async function failRendition(
  { db, clock }: ProcessingServices,
  job: RenditionJob,
  reason: ErrorCode,
): Promise<void> {
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const failed = { state: 'failed', reason, rendition_uri: null, changed_at: at } as const;
    if (!(await endRendition(transaction, job, failed))) return;
    await recordAct(
      { handle: transaction, actor: actorOf(job), at },
      { act: 'rendition.made', subject: job.uri, decision: 'refused', reason },
    );
  });
}

async function renderAndStore(services: ProcessingServices, job: RenditionJob): Promise<void> {
  const { db, clock, render } = services;
  const { tid, uri, fid } = job;
  const file = await requireReadable(db, { tid, fid }, uri);
  const [source] = await openSources(services, { tid, files: [file] }, fid);
  if (!source) return;
  const extension = path.extname(source.name).slice(1).toLowerCase();
  if (!extensions.has(extension)) throw new ProcessingFailure('file.rendition_unsupported');
  if (source.content.size > maxDocumentBytes) throw new ProcessingFailure('file.rendition_too_large');
  const pages = await render({
    document: await source.content.read(0, source.content.size),
    name: source.name,
  });
  const sealed = await sealPages(services, { tid, source, pages });
  const hashed = createHashingStream(sealed.content);
  const key = randomUUID();
  await storeObject(
    services,
    { key, content: hashed.content },
    {
      check: async ({ size }) => size,
      reference: async (transaction, size) => {
        const at = new Date(clock());
        const sha256 = hashed.sha256();
        const rendition = {
          key,
          name: sealed.name,
          mimeType: sealed.mimeType,
          size,
          sha256,
        };
        const renditionUri = await insertRenditionFile(transaction, { tid, uri }, rendition);
        const ready = { state: 'ready', reason: null, rendition_uri: renditionUri, changed_at: at } as const;
        if (!(await endRendition(transaction, job, ready))) throw new Error('rendition is no longer wanted');
        await recordAct(
          { handle: transaction, actor: actorOf(job), at },
          {
            act: 'rendition.made',
            subject: uri,
            documentID: source.sealed?.documentID ?? null,
            sha256,
          },
        );
      },
    },
  );
}

/**
 * Seals the pages as the same document: its id, owner, classification and dissemination list decide who may open them, and its
 * withdrawal withdraws them. The pages of a file that is not protected are not protected either.
 */
async function sealPages(
  { db, keys, publicUrl }: ProcessingServices,
  { tid, source, pages }: { tid: string; source: Source; pages: Uint8Array },
) {
  const name = `${path.basename(source.name, path.extname(source.name))}.pdf`;
  const mimeType = 'application/pdf';
  const { sealed } = source;
  if (!sealed) return { name: sanitizeFileName(name), mimeType, content: chunksOf(pages) };
  const { documentID, owner, classificationID, dissem } = sealed;
  if (owner === null) throw new ProcessingFailure('key.access_denied');
  const context = await getSealingContextByOwnerID(
    { db, keys, publicUrl },
    { tid, ownerOID: owner, classificationID },
  );
  const content = chunksOf(pages);
  const { stream } = sealDocument({ context, documentID, dissem, name, mimeType, content });
  return { name: sanitizeFileName(`${name}.tdf`), mimeType: 'application/octet-stream', content: stream };
}

const chunksOf = (bytes: Uint8Array) =>
  readChunks({
    size: bytes.length,
    read: async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
  });
