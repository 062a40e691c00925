import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { plainName } from '../../infra/files/plain-name.adapter.ts';
import { chunksOf, objectSource } from '../../infra/objects/object-source.adapter.ts';
import { unchangedSource } from '../../infra/objects/unchanged-source.adapter.ts';
import type { FlowToProcess } from '../workflow/processing-flow.usecases.ts';
import { type DownloadRow, moveDownload } from './downloads.repository.ts';
import type { ProcessingServices } from './processing.port.ts';
import { selectResults } from './processing.repository.ts';
import { type SealedAgain, sealAgain } from './seal-again.usecases.ts';
import { openSources, type Source } from './sources.usecases.ts';
import { namer, zipOf } from './zip.adapter.ts';

const sealedType = 'application/vnd.opentdf+zip';
const progressEveryMs = 1000;

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

interface Packing {
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
export async function packageContent(
  services: ProcessingServices,
  packing: Packing,
): Promise<PackageContent> {
  const { row, flow, passphrase } = packing;
  const sealed: SealedAgain[] = [];
  const parts = await partsOf(services, packing, sealed);
  const register: PackageContent['register'] = async (transaction, at) => {
    for (const one of sealed) await one.register(transaction, at);
  };
  const documents = parts.map(({ documentID }) => documentID);
  const counted = progressOf(services, row);
  const [only, ...more] = parts;
  if (only && more.length === 0 && passphrase === undefined) {
    const { name, mimeType } = only;
    return { name, mimeType, content: counted(await only.open()), documents, register };
  }
  const nameOf = namer();
  const entries = async function* () {
    for (const { name, open } of parts) yield { name: nameOf(name), content: counted(await open()) };
  };
  const options = { passphrase, size: row.bytes_total, at: new Date(services.clock()) };
  return {
    name: plainName(`${flow.title}.zip`),
    mimeType: 'application/zip',
    content: zipOf(entries(), options),
    documents,
    register,
  };
}

async function partsOf(
  services: ProcessingServices,
  { row, flow }: Packing,
  sealed: SealedAgain[],
): Promise<Part[]> {
  const { content, delivers, fid: reader } = row;
  const results = delivers ? await selectResults(services.db, flow.flowID) : [];
  if (results.length > 0) {
    return results.map(({ name, size, sha256, object_key: key, document_id: documentID }) => ({
      name,
      mimeType: sealedType,
      documentID,
      open: async () =>
        chunksOf(await unchangedSource(objectSource(services.objects, { key, size }), sha256)),
    }));
  }
  const sources = await openSources(services, flow, reader);
  if (content !== 'sealed') return sources.map((source) => plainPart(source));
  const { tid, flowID, applicantFid } = flow;
  return Promise.all(
    sources.map(async (source): Promise<Part> => {
      const one = await sealAgain(services, {
        tid,
        flowID,
        source,
        applicantFid,
        as: { copy: true },
        reader,
      });
      sealed.push(one);
      const documentID = source.sealed?.documentID ?? null;
      return { name: one.name, mimeType: sealedType, documentID, open: async () => one.stream };
    }),
  );
}

function plainPart({ name, mimeType, content, sealed }: Source): Part {
  return { name, mimeType, documentID: sealed?.documentID ?? null, open: async () => chunksOf(content) };
}

/** Passes content through and stores the progress about once a second. */
function progressOf(
  { db }: Pick<ProcessingServices, 'db'>,
  { download_id: downloadID, bytes_total: total }: DownloadRow,
) {
  let done = 0;
  let told = performance.now();
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of content) {
      done += chunk.length;
      if (performance.now() - told > progressEveryMs) {
        told = performance.now();
        const bytes_done = Math.min(done, total);
        await moveDownload(db, { downloadID, from: ['preparing'] }, { bytes_done });
      }
      yield chunk;
    }
  };
}
