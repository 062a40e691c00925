import type { FlowFile, FlowInfo } from '@sealflow/contract';
import type { FlowDetails } from '@sealflow/domain/workflow';
import { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { randomID } from '../../../platform/random.util.ts';
import { deleteStoredFile } from '../../../platform/transfers/stored-files.usecases.ts';
import { cancelUpload, resumeUploads, startUpload } from '../../../shell/uploads/uploads.store.ts';
import { contentFingerprint } from '../application.rules.ts';
import type { ApplicationDraft, DraftDetails, DraftFile } from '../draft.types.ts';
import {
  evictDraft,
  getDraft,
  openAccountDrafts,
  parseDraft,
  readDraft,
  setDraft,
  updateDraft,
} from '../drafts.store.ts';
import { leaseFields } from '../lease.rules.ts';
import { draftFolder, fileServiceOf, uploadOwnerOf } from '../uploads/draft-files.usecases.ts';
import { checkUploadedFiles } from '../uploads/uploaded-files.usecases.ts';
import { createDraft, emptyServiceCopy, type NewDraftInput } from './new-draft.rules.ts';

/** Opens a draft: the stored one, or an empty one that is first written with its first change. */
export async function openDraft(context: DocumentsContext, input: NewDraftInput): Promise<void> {
  const before = getDraft(input.draftID);
  const stored = await readDraft(context, input.draftID);
  // The draft is already open, or a concurrent call opened it first and it has changes by now.
  if (before !== undefined && (stored === null || stored === before)) return;
  if (stored === null && getDraft(input.draftID) !== undefined) return;
  const draft = stored ?? createDraft(input);
  setDraft(draft);
  await resumeUploads(context, { owner: uploadOwnerOf(context, draft), files: draft.files });
  await checkUploadedFiles(context, draft);
}

/** Adds picked files to a draft and starts their uploads. */
export async function addFiles(
  context: DocumentsContext,
  draftID: string,
  picked: readonly PickedFile[],
): Promise<void> {
  const added = picked.map((one) => ({
    file: { id: randomID(), name: one.name, size: one.size, uri: null } satisfies DraftFile,
    picked: one,
  }));
  await updateDraft(context, draftID, (draft) => ({
    ...draft,
    files: [...draft.files, ...added.map(({ file }) => file)],
  }));
  const tid = getDraft(draftID)?.tid;
  if (tid === undefined) return;
  const owner = uploadOwnerOf(context, { draftID, tid });
  for (const one of added) void startUpload(context, { owner, ...one });
}

type FileOfDraft = { readonly draftID: string; readonly file: DraftFile };

/** Replaces a file whose content is no longer available by one that the user picked. */
export async function replaceFile(
  context: DocumentsContext,
  { draftID, file }: FileOfDraft,
  picked: readonly PickedFile[],
): Promise<void> {
  if (picked.length === 0) return;
  await removeFile(context, { draftID, file });
  await addFiles(context, draftID, picked);
}

/** Removes a file from a draft. Its upload at the service is deleted when the draft is next saved there. */
export async function removeFile(context: DocumentsContext, { draftID, file }: FileOfDraft): Promise<void> {
  cancelUpload(file.id);
  await updateDraft(context, draftID, (draft) => ({
    ...draft,
    files: draft.files.filter(({ id }) => id !== file.id),
    dropped: file.uri === null ? draft.dropped : [...draft.dropped, file.uri],
  }));
  const files = await context.platform.files();
  await files.remove(`${draftFolder(context.accountID, draftID)}/${file.id}`);
}

/** Deletes uploaded files that no draft references. A failure only wastes storage, so it is ignored. */
export async function deleteUnreferencedFiles(
  context: DocumentsContext,
  tid: string,
  uris: readonly string[],
): Promise<void> {
  for (const uri of uris) {
    await deleteStoredFile(fileServiceOf(context, tid), uri).catch(() => undefined);
  }
}

/** Marks a draft as deleted. `restoreDraft` undoes it, `purgeDrafts` completes it. */
export async function removeDraft(context: DocumentsContext, draftID: string): Promise<void> {
  for (const { id } of getDraft(draftID)?.files ?? []) cancelUpload(id);
  evictDraft(draftID);
  await (await openAccountDrafts(context)).softDelete(draftID);
}

/** Undoes `removeDraft`. */
export async function restoreDraft(context: DocumentsContext, draftID: string): Promise<void> {
  await (await openAccountDrafts(context)).restore(draftID);
}

/**
 * Deletes the removed drafts that `shouldPurge` allows, on the device and at the service. Drafts whose service copy
 * cannot be deleted now are purged at a later call.
 */
export async function purgeDrafts(
  context: DocumentsContext,
  tid: string,
  shouldPurge: (draftID: string) => boolean,
): Promise<void> {
  const stored = await openAccountDrafts(context);
  for (const row of await stored.removed(tid)) {
    if (!shouldPurge(row.draftID)) continue;
    const { draftID, kept, files, dropped } = parseDraft(row);
    if (kept.flowID !== null) await deleteServiceDraft(context, tid, kept.flowID);
    const uris = files.flatMap(({ uri }) => uri ?? []);
    await deleteUnreferencedFiles(context, tid, [...uris, ...dropped]);
    await deleteDraft(context, draftID);
  }
}

/** Deletes a draft at the service. One that was deleted or submitted meanwhile is ignored. */
export async function deleteServiceDraft(
  context: DocumentsContext,
  tid: string,
  flowID: string,
): Promise<void> {
  try {
    await context.api.call('DELETE /api/v1/tenants/{tid}/flows/{flowID}', { params: { tid, flowID } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'http') throw error;
  }
}

/** Deletes all local data of a draft: its record and its file copies. */
export async function deleteDraft(context: DocumentsContext, draftID: string): Promise<void> {
  evictDraft(draftID);
  await (await openAccountDrafts(context)).delete(draftID);
  await (await context.platform.files()).remove(draftFolder(context.accountID, draftID));
}

export type ServiceDraft = { readonly info: FlowInfo; readonly files: readonly FlowFile[] };

/**
 * Creates a local draft from a draft of the service, or finds the existing one. @returns the local draft's id.
 */
export async function adoptDraft(
  context: DocumentsContext,
  {
    tid,
    email,
    service,
  }: { readonly tid: string; readonly email: string | null; readonly service: ServiceDraft },
): Promise<string> {
  const { info, files } = service;
  const stored = await openAccountDrafts(context);
  const existing = (await stored.list(tid)).map(parseDraft).find(({ kept }) => kept.flowID === info.id);
  if (existing) return existing.draftID;
  const draftID = randomID();
  const draft = toLocalDraft({ draft: createDraft({ draftID, tid, type: info.type, email }), info, files });
  setDraft(draft);
  await updateDraft(context, draftID, (same) => same);
  return draftID;
}

/** The content of an application at the service as a draft. */
export function toLocalDraft({
  draft,
  info,
  files,
}: ServiceDraft & { readonly draft: ApplicationDraft }): ApplicationDraft {
  const localDraft: ApplicationDraft = {
    ...draft,
    title: info.title,
    description: info.description,
    files: files.map(({ fileID, name, size, uri }) => ({ id: fileID, name, size, uri })),
    details: { ...draft.details, ...toDraftDetails(info) },
    ...(info.chosenApprovers === undefined ? {} : { approvers: info.chosenApprovers }),
    kept: { ...emptyServiceCopy(), flowID: info.id },
  };
  return { ...localDraft, kept: { ...localDraft.kept, content: contentFingerprint(localDraft) } };
}

/** Converts the details of a service draft to the form's fields. */
function toDraftDetails({ details: serviceDetails, detailNames }: FlowInfo): Partial<DraftDetails> {
  const { until } = serviceDetails;
  // If one mark is present, absent ones are off; if none is, the form keeps its defaults.
  const hasMarks = [serviceDetails.watermark, serviceDetails.noDownload, serviceDetails.noCapture].some(
    (value) => value !== undefined,
  );
  const fields = {
    to: { to: serviceDetails.to ?? [] },
    subject: { subject: serviceDetails.subject ?? '' },
    body: { body: serviceDetails.body ?? '' },
    email: serviceDetails.email === undefined ? {} : { email: serviceDetails.email },
    classificationID: { classificationID: serviceDetails.classificationID ?? null },
    fids: { people: (serviceDetails.fids ?? []).map((fid) => ({ fid, name: detailNames[fid] ?? fid })) },
    until: until === undefined ? {} : leaseFields(until),
    watermark: hasMarks ? { watermark: serviceDetails.watermark === true } : {},
    noDownload: hasMarks ? { noDownload: serviceDetails.noDownload === true } : {},
    noCapture: hasMarks ? { noCapture: serviceDetails.noCapture === true } : {},
    // The record has every detail, so that a draft from the service keeps all of them.
  } satisfies Record<keyof FlowDetails, Partial<DraftDetails>>;
  const details: Partial<DraftDetails> = {};
  for (const fieldValues of Object.values(fields)) Object.assign(details, fieldValues);
  return details;
}
