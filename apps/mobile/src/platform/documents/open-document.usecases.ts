import type { ByteSource } from '@sealflow/tdf/reader';
import { localDatabase } from '../database/local-database.compose.ts';
import { DocumentError, withDocumentErrors } from './document.errors.ts';
import { type AccessTerms, type DocumentsContext, storedPath } from './document.types.ts';
import { baseName } from './file-record.rules.ts';
import { storedSource } from './file-sources.util.ts';
import type { FlowFileRef } from './flow-file.rules.ts';
import { type OpenedContent, openContent } from './open-content.usecases.ts';
import { type RecentFile, type RecentFiles, recentFilesOf } from './recent-files.repository.ts';
import { remoteSource } from './remote-source.client.ts';

/** The file to open. `flowFile` is null where only its record is known. */
export type PreviewTarget = { readonly fileID: string; readonly flowFile: FlowFileRef | null };

/** An attachment of a document, opened as a separate document: it may itself be sealed. */
export type OpenedPart = AccessTerms & Pick<OpenedContent, 'content'>;
export type OpenedDocument = OpenedPart & { readonly record: RecentFile };

/**
 * The second half of 'file open' (specification section 4): decrypts the file of a record, or a flow's file without
 * one, and updates the record.
 * @throws DocumentError, and only that; the signal's reason on abort.
 */
export const openTarget = (
  context: DocumentsContext,
  target: PreviewTarget,
  signal?: AbortSignal,
): Promise<OpenedDocument> =>
  withDocumentErrors(
    async () => {
      const records = recentFilesOf(await localDatabase(context.platform), context.accountID);
      const existing = await records.find(target.fileID);
      const flowFile = target.flowFile ?? flowFileOf(existing);
      const source = flowFile
        ? await remoteSource({ ...context, tid: flowFile.tid }, flowFile.uri, signal)
        : await localSource(context, existing);
      const opened = await openContent(context, source, signal);
      const record = await saveRecord(records, { context, target, existing, flowFile, source, opened });
      return { ...opened.terms, content: opened.content, record };
    },
    { signal },
  );

/** @throws DocumentError, and only that; the signal's reason on abort. */
export const openPart = (
  context: DocumentsContext,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<OpenedPart> =>
  withDocumentErrors(
    async () => {
      const { terms, content } = await openContent(context, source, signal);
      return { ...terms, content };
    },
    { signal },
  );

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
  readonly opened: OpenedContent;
};

async function saveRecord(records: RecentFiles, input: SaveRecordInput): Promise<RecentFile> {
  const { context, target, existing, flowFile, source, opened } = input;
  const { header } = opened;
  const { tenant } = opened.terms;
  const facts = header?.facts;
  // The sealed name is verified by now; the outer file's name is arbitrary.
  const name = header?.name ?? existing?.fileWholeName ?? flowFile?.name ?? '';
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
    key: facts?.key ?? tenant?.key ?? null,
    userOID: facts?.userOID ?? null,
    orgID: facts?.orgID ?? null,
    clID: facts?.clID ?? null,
    tid: tenant?.id ?? flowFile?.tid ?? existing?.tid ?? null,
    tname: tenant?.name ?? flowFile?.tname ?? existing?.tname ?? null,
    // The percentage of its bytes on the device: a flow's file is read from the service by range.
    downloadPer: flowFile ? 0 : 100,
    fileSize: facts?.size ?? source.size,
    mimeType: facts?.mimeType ?? null,
  };
  await records.upsert(record, existing?.flag === 1 ? 'download' : 'recent');
  return { ...record, accountID: context.accountID, flag: existing?.flag ?? 0 };
}
