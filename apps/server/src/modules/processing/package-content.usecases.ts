import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { sanitizeFileName } from '../../infra/files/file-name.rules.ts';
import { createObjectSource, readChunks } from '../../infra/objects/object-source.adapter.ts';
import { openVerifiedSource } from '../../infra/objects/verified-source.adapter.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { type DownloadRow, updateDownloadInState } from './downloads.repository.ts';
import { selectResults } from './processing.repository.ts';
import type { ProcessingServices } from './processing.types.ts';
import { type ResealedDocument, resealDocument } from './reseal.usecases.ts';
import { openSources, type Source } from './sources.usecases.ts';
import { createUniqueNamer, createZip } from './zip.util.ts';

const sealedMimeType = 'application/vnd.opentdf+zip';
const progressIntervalMs = 1000;

/** The content of a package as a stream with constant memory. */
export interface PackageContent {
  readonly name: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The protected documents in the package; null for a file that was not protected. */
  readonly documents: readonly (string | null)[];
  /** Registers the documents that were sealed for the package; call it after the stream has ended. */
  readonly register: (transaction: DatabaseTransaction, at: Date) => Promise<void>;
}

interface PackageInput {
  readonly row: DownloadRow;
  readonly flow: FlowToProcess;
  readonly passphrase: string | undefined;
}

interface Part {
  readonly name: string;
  readonly mimeType: string;
  readonly documentID: string | null;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * A single file is delivered as it is. Several files, and plaintext that leaves the organisation, are delivered as a
 * ZIP archive.
 */
export async function createPackageContent(
  services: ProcessingServices,
  input: PackageInput,
): Promise<PackageContent> {
  const { row, flow, passphrase } = input;
  const sealed: ResealedDocument[] = [];
  const parts = await createParts(services, input, sealed);
  const register: PackageContent['register'] = async (transaction, at) => {
    for (const resealed of sealed) await resealed.register(transaction, at);
  };
  const documents = parts.map(({ documentID }) => documentID);
  const withProgress = createProgressReporter(services, row);
  const [only, ...otherParts] = parts;
  if (only && otherParts.length === 0 && passphrase === undefined) {
    const { name, mimeType } = only;
    return { name, mimeType, content: withProgress(await only.open()), documents, register };
  }
  const uniqueName = createUniqueNamer();
  const entries = async function* () {
    for (const { name, open } of parts) yield { name: uniqueName(name), content: withProgress(await open()) };
  };
  const options = { passphrase, size: row.bytes_total, at: new Date(services.clock()) };
  return {
    name: sanitizeFileName(`${flow.title}.zip`),
    mimeType: 'application/zip',
    content: createZip(entries(), options),
    documents,
    register,
  };
}

async function createParts(
  services: ProcessingServices,
  { row, flow }: PackageInput,
  sealed: ResealedDocument[],
): Promise<Part[]> {
  const { content, delivers, fid: reader } = row;
  const results = delivers ? await selectResults(services.db, flow.flowID) : [];
  if (results.length > 0) {
    return results.map(({ name, size, sha256, object_key: key, document_id: documentID }) => ({
      name,
      mimeType: sealedMimeType,
      documentID,
      open: async () =>
        readChunks(await openVerifiedSource(createObjectSource(services.objects, { key, size }), sha256)),
    }));
  }
  const sources = await openSources(services, flow, reader);
  if (content !== 'sealed') return sources.map((source) => toPlainPart(source));
  const { tid, flowID, applicantFid } = flow;
  return Promise.all(
    sources.map(async (source): Promise<Part> => {
      const resealed = await resealDocument(services, {
        tid,
        flowID,
        source,
        applicantFid,
        as: { copy: true },
        reader,
      });
      sealed.push(resealed);
      const documentID = source.sealed?.documentID ?? null;
      return { name: resealed.name, mimeType: sealedMimeType, documentID, open: async () => resealed.stream };
    }),
  );
}

function toPlainPart({ name, mimeType, content, sealed }: Source): Part {
  return { name, mimeType, documentID: sealed?.documentID ?? null, open: async () => readChunks(content) };
}

/** Passes content through and stores the progress about once a second. */
function createProgressReporter(
  { db }: Pick<ProcessingServices, 'db'>,
  { download_id: downloadID, bytes_total: total }: DownloadRow,
) {
  let done = 0;
  let reportedAt = performance.now();
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of content) {
      done += chunk.length;
      if (performance.now() - reportedAt > progressIntervalMs) {
        reportedAt = performance.now();
        const bytes_done = Math.min(done, total);
        await updateDownloadInState(db, { downloadID, from: ['preparing'] }, { bytes_done });
      }
      yield chunk;
    }
  };
}
