import { createHash } from 'node:crypto';
import { canonicalSnapshot } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type FlowFileRow, type FlowRow, selectFlowFiles } from './flow.repository.ts';

/** SHA-256 over the UTF-8 bytes, in lower-case hexadecimal. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of the content that a person sees when they decide; see `canonicalSeen`. */
export function contentDigest(flow: FlowRow, files: readonly FlowFileRow[]): string {
  return sha256Of(
    canonicalSnapshot({
      flowID: flow.flow_id,
      type: flow.type,
      title: flow.title,
      description: flow.description,
      applicantID: flow.applicant_fid,
      details: flow.details,
      files,
    }),
  );
}

/**
 * Asserts that the content of a flow is still what the person saw.
 * @param seen - digest of the content that the person saw; null if the client does not send it.
 * @returns the digest of the current content.
 * @throws ServiceError `work.changed_since_seen`.
 */
export async function assertUnchangedSinceSeen(
  transaction: DatabaseTransaction,
  flow: FlowRow,
  seen: string | null,
): Promise<string> {
  const content = contentDigest(flow, await selectFlowFiles(transaction, flow.flow_id));
  if (isChangedSinceSeen(content, seen)) throw new ServiceError('work.changed_since_seen');
  return content;
}

/** @param seen - as for {@link assertUnchangedSinceSeen}. */
export const isChangedSinceSeen = (content: string, seen: string | null): boolean =>
  seen !== null && seen !== content;
