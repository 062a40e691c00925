import type { ByteSource } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import { DocumentError, documentErrorOf } from './document.errors.ts';
import { type DocumentsContext, type OpenedDocument, storedPath } from './document.types.ts';
import { storedSource } from './file-sources.util.ts';
import { openProtected, type ProtectedDocument } from './open-protected.usecases.ts';
import type { FlowFileRef, PreviewTarget } from './preview-layer.hook.ts';
import { type RecentFile, type RecentFiles, recentFilesOf } from './recent-files.repository.ts';
import { baseName } from './record-name.rules.ts';
import { remoteSource } from './remote-source.client.ts';

/**
 * The second half of 'file open' (specification section 4): decrypts the file of a record, or a flow's file without
 * one, and updates the record.
 * @throws DocumentError, and only that; the signal's reason on abort.
 */
export async function openTarget(
  context: DocumentsContext,
  target: PreviewTarget,
  signal?: AbortSignal,
): Promise<OpenedDocument> {
  try {
    const sql = await localDatabase(context.platform);
    const records = recentFilesOf(sql, context.accountID);
    const existing = await records.find(target.fileID);
    const flowFile = target.flowFile ?? flowFileOf(existing);
    const source = flowFile
      ? await remoteSource({ ...context, tid: flowFile.tid }, flowFile.uri, signal)
      : await localSource(context, existing);
    const document = await openProtected({ context, sql, source, signal });
    const record = await saveRecord(records, { context, target, existing, flowFile, source, document });
    return {
      record,
      content: document?.opened.bytes ?? source,
      tenant: document?.tenant ?? null,
      leaseEnd: document?.leaseEnd ?? null,
      mayCopy: document?.mayCopy ?? true,
      mayCapture: document?.mayCapture ?? true,
      watermarked: document?.watermarked ?? true,
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw documentErrorOf(error);
  }
}

const flowFileOf = (record: RecentFile | null): FlowFileRef | null =>
  record?.isFlowFile === 1 && record.flowFileURL !== null && record.tid !== null
    ? {
        tid: record.tid,
        tname: record.tname ?? '',
        flowID: record.flowID ?? '',
        flowName: record.flowName ?? '',
        uri: record.flowFileURL,
        name: record.flowFileName ?? record.fileWholeName,
      }
    : null;

async function localSource(context: DocumentsContext, record: RecentFile | null): Promise<ByteSource> {
  if (!record) throw new DocumentError('missing');
  return storedSource(await context.platform.files(), storedPath(context.accountID, record.fileID));
}

type SaveRecordInput = {
  readonly context: DocumentsContext;
  readonly target: PreviewTarget;
  readonly existing: RecentFile | null;
  readonly flowFile: FlowFileRef | null;
  readonly source: ByteSource;
  readonly document: ProtectedDocument | null;
};

async function saveRecord(records: RecentFiles, input: SaveRecordInput): Promise<RecentFile> {
  const { context, target, existing, flowFile, source, document } = input;
  const facts = document?.opened.facts;
  // The sealed name is verified by now; the outer file's name is arbitrary.
  const name = document?.opened.name ?? existing?.fileWholeName ?? flowFile?.name ?? '';
  const record = {
    fileID: target.fileID,
    isFlowFile: flowFile ? (1 as const) : (0 as const),
    createAt: context.platform.clock.now(),
    fileWholeName: name,
    fileName: baseName(name),
    flowID: flowFile?.flowID ?? existing?.flowID ?? null,
    flowName: flowFile?.flowName ?? existing?.flowName ?? null,
    flowFileURL: flowFile?.uri ?? null,
    flowFileName: flowFile?.name ?? null,
    encrypted: facts ? (1 as const) : (0 as const),
    // A file without a kid gets the key id of the tenant that opened it.
    key: facts?.key ?? document?.tenant.key ?? null,
    userOID: facts?.userOID ?? null,
    orgID: facts?.orgID ?? null,
    clID: facts?.clID ?? null,
    tid: document?.tenant.id ?? flowFile?.tid ?? existing?.tid ?? null,
    tname: document?.tenant.name ?? flowFile?.tname ?? existing?.tname ?? null,
    // The percentage of its bytes on the device: a flow's file is read from the service by range.
    downloadPer: flowFile ? 0 : 100,
    fileSize: facts?.size ?? source.size,
    mimeType: facts?.mimeType ?? null,
  };
  await records.upsert(record, existing?.flag === 1 ? 'download' : 'recent');
  return { ...record, accountID: context.accountID, flag: existing?.flag ?? 0 };
}
