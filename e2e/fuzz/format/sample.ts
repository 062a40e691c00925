import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { Manifest, PayloadKeys } from '../../../packages/tdf/src/index.ts';
import type { PolicyInput } from '../../../packages/tdf/src/policy.ts';

/** The content and facts that a sealer wrote, independent of the reader. */
export interface ExpectedContent {
  readonly plain: Bytes;
  readonly documentId: string;
  readonly userOID: string | null;
  readonly orgID: string | null;
  readonly clID: string | null;
  readonly kid: string;
  readonly mimeType: string;
  readonly name: string | null;
  /** Whether the sealer bound MIME type and name. Other vendors do not. */
  readonly attested: boolean;
}

/** A sealed document before it is prepared for mutation. */
export interface Sealed {
  readonly name: string;
  readonly file: Bytes;
  readonly dataKey: Bytes;
  readonly shares: readonly { readonly kid: string; readonly sid: string | null; readonly key: Bytes }[];
  readonly expected: ExpectedContent;
}

export interface Sample extends Sealed {
  readonly keys: PayloadKeys;
  readonly manifest: Manifest;
  readonly payload: Bytes;
  /** The encrypted segments in order. */
  readonly segments: readonly Bytes[];
}

export const POLICY: PolicyInput = {
  uuid: '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a10',
  namespace: 't1.files.example',
  owner: 'u-7',
  org: 'o-3',
  classification: 'c 密',
};
