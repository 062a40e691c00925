import type { Body } from '@sealflow/contract';
import { detailKeys, type FlowDetails } from '@sealflow/domain/workflow';
import type { ApplicationDraft, ChosenApprover, DraftDetails } from './draft.types.ts';
import { leaseEnd } from './lease.rules.ts';
import { allRecipients } from './recipients.rules.ts';

export type ApplicationBody = Body<'PUT /api/v1/tenants/{tid}/flows/{flowID}'>;

/**
 * Converts a draft to the request body. Empty fields are omitted: the service applies a default or rejects
 * them.
 */
export function toApplicationBody(draft: ApplicationDraft, now: number): ApplicationBody {
  const { type, title, description, files, approvers = [] } = draft;
  const applicableKeys = new Set<string>(detailKeys[type]);
  const details = Object.fromEntries(
    Object.entries(toFlowDetails(draft.details, now)).filter(
      ([key, value]) => applicableKeys.has(key) && value !== undefined,
    ),
  ) as NonNullable<ApplicationBody['details']>;
  return {
    type,
    title: title.trim(),
    description: description.trim(),
    files: files.flatMap(({ uri }) => (uri === null ? [] : [uri])),
    ...(applicableKeys.size === 0 ? {} : { details }),
    ...(approvers.length === 0 ? {} : { chosenApprovers: approvers.map(toChoice) }),
  };
}

const toChoice = ({ stage, person: { fid } }: ChosenApprover) => ({ stage, fid });

function toFlowDetails(details: DraftDetails, now: number): FlowDetails {
  const to = allRecipients(details);
  const { subject, body, email, classificationID, people, watermark, noDownload, noCapture } = details;
  return {
    to: to.length === 0 ? undefined : to,
    subject: subject.trim() === '' ? undefined : subject.trim(),
    body: body.trim() === '' ? undefined : body,
    email: email.trim() === '' ? undefined : email.trim(),
    classificationID: classificationID ?? undefined,
    fids: people.length === 0 ? undefined : people.map(({ fid }) => fid),
    until: leaseEnd(details, now),
    watermark: watermark || undefined,
    noDownload: noDownload || undefined,
    noCapture: noCapture || undefined,
    // Exhaustive by type: a new detail key does not compile until it is sent.
  } satisfies Record<keyof FlowDetails, unknown>;
}

/**
 * A stable identity of the draft's content, independent of the clock: the end of a lease in days moves with
 * time.
 */
export function contentFingerprint(draft: ApplicationDraft): string {
  const { type, title, description, files, details, approvers = [] } = draft;
  const content = [type, title, description, files.map(({ uri }) => uri), details];
  return JSON.stringify(approvers.length === 0 ? content : [...content, approvers.map(toChoice)]);
}
