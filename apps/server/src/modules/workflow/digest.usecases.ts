import { createHash } from 'node:crypto';
import { canonicalSeen } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { type FlowFileRow, type FlowRow, selectFiles } from './flow.repository.ts';

/** In lower-case hexadecimal, over UTF-8. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of what a person sees of a flow when they decide; see `canonicalSeen`. */
export function digestOfContent(flow: FlowRow, files: readonly FlowFileRow[]): string {
  return sha256Of(
    canonicalSeen({
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
 * The digest of what a flow says now.
 * @param seen - the digest of what the person saw; null where the client does not say.
 * @throws ServiceError `work.changed_since_seen`.
 */
export async function demandSeen(
  transaction: DatabaseTransaction,
  flow: FlowRow,
  seen: string | null,
): Promise<string> {
  const content = digestOfContent(flow, await selectFiles(transaction, flow.flow_id));
  if (seen !== null && seen !== content) throw new ServiceError('work.changed_since_seen');
  return content;
}
