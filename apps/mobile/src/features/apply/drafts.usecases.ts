import type { FlowFile, FlowInfo } from '@sealflow/contract';
import type { FlowDetails } from '@sealflow/domain/workflow';
import { ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import type { PickedFile } from '../../platform/index.ts';
import { deleteStoredFile } from '../../platform/transfers/stored-files.usecases.ts';
import { contentName } from './application.rules.ts';
import type { ApplicationDraft, DraftDetails, DraftFile } from './draft.types.ts';
import { draftFolder, fileServiceOf } from './draft-files.usecases.ts';
import {
  changeDraft,
  draftIn,
  draftsOfAccount,
  hideDraft,
  readDraft,
  showDraft,
  shownDraft,
} from './drafts.store.ts';
import { leaseFields } from './lease.rules.ts';
import { type DraftStart, newDraft, notKept, randomID } from './new-draft.rules.ts';
import { checkStoredFiles } from './stored-files.usecases.ts';
import { endUpload, resumeUploads, startUpload, type UploadJob } from './uploads.store.ts';

/** Brings a draft before the eyes: the one of before, or an empty one that is written with its first change. */
export async function openDraft(context: DocumentsContext, start: DraftStart): Promise<void> {
  const before = shownDraft(start.draftID);
  const stored = await readDraft(context, start.draftID);
  // Shown as it is; or another opening of the same draft was quicker, and has changes by now.
  if (before !== undefined && (stored === null || stored === before)) return;
  if (stored === null && shownDraft(start.draftID) !== undefined) return;
  const draft = stored ?? newDraft(start);
  showDraft(draft);
  await resumeUploads(context, draft);
  await checkStoredFiles(context, draft);
}

/** Takes chosen files into a draft and sends them on their way. */
export async function addFiles(
  context: DocumentsContext,
  draftID: string,
  picked: readonly PickedFile[],
): Promise<void> {
  const added = picked.map((one) => ({
    file: { id: randomID(), name: one.name, size: one.size, uri: null } satisfies DraftFile,
    picked: one,
  }));
  await changeDraft(context, draftID, (draft) => ({
    ...draft,
    files: [...draft.files, ...added.map(({ file }) => file)],
  }));
  const tid = shownDraft(draftID)?.tid;
  if (tid === undefined) return;
  for (const one of added) void startUpload(context, { draftID, tid, ...one });
}

/** Puts a file that a person has chosen again in the place of one that is not there any more. */
export async function replaceFile(
  context: DocumentsContext,
  { draftID, file }: Pick<UploadJob, 'draftID' | 'file'>,
  picked: readonly PickedFile[],
): Promise<void> {
  if (picked.length === 0) return;
  await removeFile(context, { draftID, file });
  await addFiles(context, draftID, picked);
}

/** Takes a file out; what the service has of it goes with the next change there. */
export async function removeFile(
  context: DocumentsContext,
  { draftID, file }: Pick<UploadJob, 'draftID' | 'file'>,
): Promise<void> {
  endUpload(file.id);
  await changeDraft(context, draftID, (draft) => ({
    ...draft,
    files: draft.files.filter(({ id }) => id !== file.id),
    dropped: file.uri === null ? draft.dropped : [...draft.dropped, file.uri],
  }));
  const files = await context.platform.files();
  await files.remove(`${draftFolder(context.accountID, draftID)}/${file.id}`);
}

/** Deletes stored files that nothing names any more; one that cannot go now costs room, and nothing else. */
export async function deleteDropped(
  context: DocumentsContext,
  tid: string,
  uris: readonly string[],
): Promise<void> {
  for (const uri of uris) {
    await deleteStoredFile(fileServiceOf(context, tid), uri).catch(() => undefined);
  }
}

/** Takes a draft out of the list until `restoreDraft` or `purgeDrafts`. */
export async function removeDraft(context: DocumentsContext, draftID: string): Promise<void> {
  for (const { id } of shownDraft(draftID)?.files ?? []) endUpload(id);
  hideDraft(draftID);
  await (await draftsOfAccount(context)).remove(draftID);
}

export async function restoreDraft(context: DocumentsContext, draftID: string): Promise<void> {
  await (await draftsOfAccount(context)).restore(draftID);
}

/** Forgets what was thrown away: here, and at the service. What cannot be told to it now stays for the next time. */
export async function purgeDrafts(
  context: DocumentsContext,
  tid: string,
  mayGo: (draftID: string) => boolean,
): Promise<void> {
  const stored = await draftsOfAccount(context);
  for (const row of await stored.removed(tid)) {
    if (!mayGo(row.draftID)) continue;
    const { draftID, kept, files, dropped } = draftIn(row);
    if (kept.flowID !== null) await discardFlow(context, tid, kept.flowID);
    const uris = files.flatMap(({ uri }) => uri ?? []);
    await deleteDropped(context, tid, [...uris, ...dropped]);
    await forgetDraft(context, draftID);
  }
}

/** Throws a draft of the service away; one that is no draft any more, or gone, is left as it is. */
export async function discardFlow(context: DocumentsContext, tid: string, flowID: string): Promise<void> {
  try {
    await context.api.call('DELETE /api/v1/tenants/{tid}/flows/{flowID}', { params: { tid, flowID } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'http') throw error;
  }
}

/** After it was sent, or for good: nothing of it stays on the device. */
export async function forgetDraft(context: DocumentsContext, draftID: string): Promise<void> {
  hideDraft(draftID);
  await (await draftsOfAccount(context)).erase(draftID);
  await (await context.platform.files()).remove(draftFolder(context.accountID, draftID));
}

export type ServiceDraft = { readonly info: FlowInfo; readonly files: readonly FlowFile[] };

/** Goes on, on this device, with what was written on another. */
export async function adoptDraft(
  context: DocumentsContext,
  {
    tid,
    email,
    service,
  }: { readonly tid: string; readonly email: string | null; readonly service: ServiceDraft },
): Promise<string> {
  const { info, files } = service;
  const stored = await draftsOfAccount(context);
  const known = (await stored.list(tid)).map(draftIn).find(({ kept }) => kept.flowID === info.id);
  if (known) return known.draftID;
  const draftID = randomID();
  const draft = draftOf({ draft: newDraft({ draftID, tid, type: info.type, email }), info, files });
  showDraft(draft);
  await changeDraft(context, draftID, (same) => same);
  return draftID;
}

function draftOf({
  draft,
  info,
  files,
}: ServiceDraft & { readonly draft: ApplicationDraft }): ApplicationDraft {
  const written: ApplicationDraft = {
    ...draft,
    title: info.title,
    description: info.description,
    files: files.map(({ fileID, name, size, uri }) => ({ id: fileID, name, size, uri })),
    details: { ...draft.details, ...detailsOf(info) },
    kept: { ...notKept(), flowID: info.id },
  };
  return { ...written, kept: { ...written.kept, content: contentName(written) } };
}

/** The fields of the form that say what a draft of the service says. */
function detailsOf({ details: said, detailNames }: FlowInfo): Partial<DraftDetails> {
  const { until } = said;
  // Where one mark is given, those left out are not wanted; where none is, the form keeps its defaults.
  const isMarked = [said.watermark, said.noDownload, said.noCapture].some((value) => value !== undefined);
  const fields = {
    to: { to: said.to ?? [] },
    subject: { subject: said.subject ?? '' },
    body: { body: said.body ?? '' },
    email: said.email === undefined ? {} : { email: said.email },
    classificationID: { classificationID: said.classificationID ?? null },
    fids: { people: (said.fids ?? []).map((fid) => ({ fid, name: detailNames[fid] ?? fid })) },
    until: until === undefined ? {} : leaseFields(until),
    watermark: isMarked ? { watermark: said.watermark === true } : {},
    noDownload: isMarked ? { noDownload: said.noDownload === true } : {},
    noCapture: isMarked ? { noCapture: said.noCapture === true } : {},
    // The record has every detail, so that a draft from the service keeps all of them.
  } satisfies Record<keyof FlowDetails, Partial<DraftDetails>>;
  const details: Partial<DraftDetails> = {};
  for (const some of Object.values(fields)) Object.assign(details, some);
  return details;
}
