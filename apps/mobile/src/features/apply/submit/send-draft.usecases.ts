import { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { type ApplicationBody, contentFingerprint, toApplicationBody } from '../application.rules.ts';
import type { ApplicationDraft, ServiceCopy } from '../draft.types.ts';
import { deleteDraft, deleteUnreferencedFiles } from '../drafts/drafts.usecases.ts';
import { emptyServiceCopy } from '../drafts/new-draft.rules.ts';
import { resubmit } from '../drafts/revision.usecases.ts';
import { getDraft, updateDraft } from '../drafts.store.ts';

type CreateRequest = { readonly application: ApplicationBody; readonly content: string };

/**
 * Whether the service rejected the request itself. After 401 and 429 a former attempt may still have created
 * the draft.
 */
const isRequestRejected = (error: unknown) =>
  error instanceof ApiError &&
  error.kind === 'http' &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 429;

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

/**
 * Saves a draft at the service, creating it if necessary. After a lost response, the first request is repeated
 * unchanged under its idempotency key, so that no second draft is created; the changes follow in an update.
 * @returns the id of the service's draft.
 * @throws ApiError `work.flow_state_error` if it was already submitted; the service's rejection of its content.
 */
export async function saveToService(
  context: DocumentsContext,
  draftID: string,
  signal?: AbortSignal,
): Promise<string> {
  const draft = getDraft(draftID);
  if (draft === undefined) throw new Error('draft is not open');
  const { tid, kept, dropped } = draft;
  const content = contentFingerprint(draft);
  const application = toApplicationBody(draft, context.platform.clock.serverNow());
  const flowID = kept.flowID ?? (await createAtService(context, draft, { application, content, signal }));
  const current = getDraft(draftID)?.kept ?? kept;
  if (current.content !== content) {
    try {
      await context.api.call('PUT /api/v1/tenants/{tid}/flows/{flowID}', {
        params: { tid, flowID },
        body: application,
        signal,
      });
    } catch (error) {
      if (codeOf(error) !== 'work.flow_not_found') throw error;
      // Deleted on another device: the draft is created again.
      await storeServiceCopy(context, draftID, emptyServiceCopy());
      return saveToService(context, draftID, signal);
    }
    await storeServiceCopy(context, draftID, { ...current, flowID, posted: null, content });
  }
  if (dropped.length > 0) {
    await deleteUnreferencedFiles(context, tid, dropped);
    await updateDraft(context, draftID, (one) => ({
      ...one,
      dropped: one.dropped.filter((uri) => !dropped.includes(uri)),
    }));
  }
  return flowID;
}

const storeServiceCopy = (context: DocumentsContext, draftID: string, kept: ServiceCopy): Promise<void> =>
  updateDraft(context, draftID, (draft) => ({ ...draft, kept }));

async function createAtService(
  context: DocumentsContext,
  draft: ApplicationDraft,
  { signal, ...request }: CreateRequest & { readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { draftID, tid, kept } = draft;
  const posted = kept.posted === null ? request : (JSON.parse(kept.posted) as CreateRequest);
  // Stored before it is sent: after a crash, the same request is repeated.
  await storeServiceCopy(context, draftID, { ...kept, posted: JSON.stringify(posted) });
  try {
    const { data } = await context.api.call('POST /api/v1/tenants/{tid}/user-flows', {
      params: { tid },
      headers: { 'idempotency-key': kept.key },
      body: { ...posted.application, submit: false },
      signal,
    });
    await storeServiceCopy(context, draftID, {
      ...kept,
      flowID: data.id,
      posted: null,
      content: posted.content,
    });
    return data.id;
  } catch (error) {
    // A rejected request created nothing, so the next one gets a new key.
    if (isRequestRejected(error)) await storeServiceCopy(context, draftID, emptyServiceCopy());
    throw error;
  }
}

/** Submits the changes of a returned application. The draft stays if the service rejects them. */
async function sendRevision(
  context: DocumentsContext,
  draft: Parameters<typeof resubmit>[1],
  signal: AbortSignal | undefined,
): Promise<string> {
  await resubmit(context, draft, signal);
  // Files of the former content stay referenced by it and are not deleted.
  await deleteUnreferencedFiles(context, draft.tid, draft.dropped);
  await deleteDraft(context, draft.draftID);
  return draft.revises.flowID;
}

/**
 * Submits an application. Repeated calls submit it once.
 * @returns the flow's id; the local draft is deleted.
 */
export async function sendDraft(
  context: DocumentsContext,
  draftID: string,
  signal?: AbortSignal,
): Promise<string> {
  const draft = getDraft(draftID);
  const tid = draft?.tid ?? '';
  if (draft?.revises !== undefined)
    return sendRevision(context, { ...draft, revises: draft.revises }, signal);
  try {
    const flowID = await saveToService(context, draftID, signal);
    await context.api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit', {
      params: { tid, flowID },
      headers: { 'idempotency-key': `submit-${flowID}` },
      body: {},
      signal,
    });
    await deleteDraft(context, draftID);
    return flowID;
  } catch (error) {
    const flowID = getDraft(draftID)?.kept.flowID ?? null;
    if (codeOf(error) !== 'work.flow_state_error' || flowID === null) throw error;
    // A former attempt submitted it, and its response was lost.
    await deleteDraft(context, draftID);
    return flowID;
  }
}
