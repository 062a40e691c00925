import { create } from 'zustand';
import { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { isFinal } from '../../../platform/outbox/index.ts';
import { transferErrorOf } from '../../../platform/transfers/transfer.errors.ts';
import { onScrollPositionsCleared } from '../../../shell/navigation/scroll-restoration.hook.ts';
import { startUpload, useUploads } from '../../../shell/uploads/uploads.store.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { readDraft } from '../drafts.store.ts';
import { uploadOwnerOf } from '../uploads/draft-files.usecases.ts';
import { sendDraft } from './send-draft.usecases.ts';

/** The flow ids of applications submitted since the app started, by draft id. */
export const useSentApplications = create<Readonly<Record<string, string | undefined>>>(() => ({}));
onScrollPositionsCleared(() => useSentApplications.setState({}, true));

/**
 * Uploads the remaining files of a queued draft, then submits it. Repeated calls submit one application.
 * @returns false while uploads are running; the outbox retries when the last one is complete.
 * @throws ApiError; the signal's reason.
 */
export async function sendApplication(
  context: DocumentsContext,
  draftID: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const draft = await readDraft(context, draftID);
    // A former attempt submitted it, and the app was killed before it reported success.
    if (draft === null) return true;
    if (startMissingUploads(context, draft)) return false;
    const flowID = await sendDraft(context, draftID, signal);
    useSentApplications.setState({ [draftID]: flowID });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    throw transferErrorOf(error, 'app.unknown_error');
  }
}

/**
 * Starts the missing uploads. @returns whether any is missing. @throws ApiError if one of them cannot succeed.
 */
function startMissingUploads(context: DocumentsContext, draft: ApplicationDraft): boolean {
  const missingFiles = draft.files.filter(({ uri }) => uri === null);
  for (const file of missingFiles) {
    const state = useUploads.getState()[file.id];
    if (state?.phase === 'failed' && isFinal(state.error)) throw state.error;
    if (state?.phase === 'lost' || state?.phase === 'gone')
      throw new ApiError({ kind: 'http', code: 'file.not_readable', message: '' });
  }
  const owner = uploadOwnerOf(context, draft);
  for (const file of missingFiles) void startUpload(context, { owner, file });
  return missingFiles.length > 0;
}
