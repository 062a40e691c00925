import type { FlowFile, FlowInfo } from '@sealflow/contract';
import { canonicalSnapshot } from '@sealflow/domain/workflow';
import { toHex } from '@sealflow/tdf/base64';

/**
 * The digest that the service compares with the current application; see `canonicalSeen`. Undefined in an
 * insecure context.
 */
export async function snapshotDigest(
  info: FlowInfo,
  files: readonly FlowFile[],
): Promise<string | undefined> {
  const { id: flowID, type, title, description, applicant, details } = info;
  const seen = { flowID, type, title, description, applicantID: applicant.fid, details, files };
  const text = canonicalSnapshot(seen);
  // Web Crypto requires a secure context (https or localhost). Without a digest, the service skips the
  // comparison.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest));
}
