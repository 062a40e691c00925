import type { FlowInfo } from '@sealflow/contract';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { snapshotDigest } from '../../../platform/outbox/snapshot-digest.util.ts';
import { randomID } from '../../../platform/random.util.ts';
import { type ApplicationBody, toApplicationBody } from '../application.rules.ts';
import type { ApplicationDraft } from '../draft.types.ts';
import { openAccountDrafts, parseDraft, setDraft, updateDraft } from '../drafts.store.ts';
import { deleteDraft, type ServiceDraft, toLocalDraft } from './drafts.usecases.ts';
import { createDraft, emptyServiceCopy } from './new-draft.rules.ts';

/** Whether the application waits for the person to change it and submit it again. */
export const isRevisable = ({ returned, myTask }: Pick<FlowInfo, 'returned' | 'myTask'>): boolean =>
  returned === true && myTask?.nodeType === 'initiate';

/**
 * Creates a local draft of the changes of a returned application, or finds the existing one. A draft of an earlier return is
 * deleted: the application was submitted again without it.
 * @returns the local draft's id.
 */
export async function openRevision(
  context: DocumentsContext,
  {
    tid,
    email,
    service,
  }: { readonly tid: string; readonly email: string | null; readonly service: ServiceDraft },
): Promise<string> {
  const { info, files } = service;
  const returnedAt = info.returnedBy?.at ?? 0;
  const stored = (await (await openAccountDrafts(context)).list(tid)).map(parseDraft);
  const own = stored.filter(({ revises }) => revises?.flowID === info.id);
  const existing = own.find(({ revises }) => revises?.returnedAt === returnedAt);
  for (const { draftID } of own.filter((draft) => draft !== existing)) await deleteDraft(context, draftID);
  if (existing) return existing.draftID;
  const draftID = randomID();
  const draft: ApplicationDraft = {
    ...toLocalDraft({ draft: createDraft({ draftID, tid, type: info.type, email }), info, files }),
    kept: emptyServiceCopy(),
    revises: {
      flowID: info.id,
      returnedAt,
      seen: (await snapshotDigest(info, files)) ?? null,
      by: info.returnedBy?.person.name ?? '',
      reason: info.returnedBy?.reason ?? '',
    },
  };
  setDraft(draft);
  await updateDraft(context, draftID, (same) => same);
  return draftID;
}

/** Submits the changes. A repeated request has one effect: the key belongs to the draft. */
export async function resubmit(
  { api, platform }: DocumentsContext,
  {
    tid,
    kept,
    revises,
    ...draft
  }: ApplicationDraft & { readonly revises: NonNullable<ApplicationDraft['revises']> },
  signal?: AbortSignal,
): Promise<void> {
  const { type: _, ...body }: ApplicationBody = toApplicationBody(
    { ...draft, tid, kept },
    platform.clock.serverNow(),
  );
  const { flowID, seen, note = '' } = revises;
  await api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/resubmit', {
    params: { tid, flowID },
    headers: { 'idempotency-key': `resubmit-${kept.key}` },
    body: {
      ...body,
      ...(seen === null ? {} : { seen }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    },
    signal,
  });
}
