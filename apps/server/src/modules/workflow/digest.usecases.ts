import { createHash } from 'node:crypto';
import { canonicalSeen } from '@sealflow/domain/workflow';
import type { FlowFileRow, FlowRow } from './flow.repository.ts';

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
