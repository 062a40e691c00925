import { ApiError } from '../../platform/api/index.ts';
import type { DocumentsContext } from '../../platform/documents/document.types.ts';
import { type Application, applicationOf, contentName } from './application.rules.ts';
import type { ApplicationDraft, KeptDraft } from './draft.types.ts';
import { changeDraft, shownDraft } from './drafts.store.ts';
import { deleteDropped, forgetDraft } from './drafts.usecases.ts';
import { notKept } from './new-draft.rules.ts';

type Posted = { readonly application: Application; readonly content: string };

/**
 * Whether the service rejected the request itself. After 401 and 429 a former attempt may still have created
 * the draft.
 */
const isRefused = (error: unknown) =>
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
export async function keepAtService(
  context: DocumentsContext,
  draftID: string,
  signal?: AbortSignal,
): Promise<string> {
  const draft = shownDraft(draftID);
  if (draft === undefined) throw new Error('draft is not open');
  const { tid, kept, dropped } = draft;
  const content = contentName(draft);
  const application = applicationOf(draft, context.platform.clock.serverNow());
  const flowID = kept.flowID ?? (await make(context, draft, { application, content, signal }));
  const now = shownDraft(draftID)?.kept ?? kept;
  if (now.content !== content) {
    try {
      await context.api.call('PUT /api/v1/tenants/{tid}/flows/{flowID}', {
        params: { tid, flowID },
        body: application,
        signal,
      });
    } catch (error) {
      if (codeOf(error) !== 'work.flow_not_found') throw error;
      // Deleted on another device: the draft is created again.
      await keep(context, draftID, notKept());
      return keepAtService(context, draftID, signal);
    }
    await keep(context, draftID, { ...now, flowID, posted: null, content });
  }
  if (dropped.length > 0) {
    await deleteDropped(context, tid, dropped);
    await changeDraft(context, draftID, (one) => ({
      ...one,
      dropped: one.dropped.filter((uri) => !dropped.includes(uri)),
    }));
  }
  return flowID;
}

const keep = (context: DocumentsContext, draftID: string, kept: KeptDraft): Promise<void> =>
  changeDraft(context, draftID, (draft) => ({ ...draft, kept }));

async function make(
  context: DocumentsContext,
  draft: ApplicationDraft,
  { signal, ...fresh }: Posted & { readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { draftID, tid, kept } = draft;
  const posted = kept.posted === null ? fresh : (JSON.parse(kept.posted) as Posted);
  // Stored before it is sent: after a crash, the same request is repeated.
  await keep(context, draftID, { ...kept, posted: JSON.stringify(posted) });
  try {
    const { data } = await context.api.call('POST /api/v1/tenants/{tid}/user-flows', {
      params: { tid },
      headers: { 'idempotency-key': kept.key },
      body: { ...posted.application, submit: false },
      signal,
    });
    await keep(context, draftID, { ...kept, flowID: data.id, posted: null, content: posted.content });
    return data.id;
  } catch (error) {
    // A rejected request created nothing, so the next one gets a new key.
    if (isRefused(error)) await keep(context, draftID, notKept());
    throw error;
  }
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
  const tid = shownDraft(draftID)?.tid ?? '';
  try {
    const flowID = await keepAtService(context, draftID, signal);
    await context.api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/submit', {
      params: { tid, flowID },
      headers: { 'idempotency-key': `submit-${flowID}` },
      body: {},
      signal,
    });
    await forgetDraft(context, draftID);
    return flowID;
  } catch (error) {
    const flowID = shownDraft(draftID)?.kept.flowID ?? null;
    if (codeOf(error) !== 'work.flow_state_error' || flowID === null) throw error;
    // A former attempt submitted it, and its response was lost.
    await forgetDraft(context, draftID);
    return flowID;
  }
}
