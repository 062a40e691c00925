/**
 * The manifest of an OpenTDF archive, `0.manifest.json` (opentdf/spec 4.3.0, schema/OpenTDF). Contains only what this
 * package reads or writes. Unknown fields of other writers are accepted and ignored.
 */
export interface Manifest {
  readonly payload: Payload;
  readonly encryptionInformation: EncryptionInformation;
  readonly assertions?: readonly Assertion[];
  readonly schemaVersion?: string;
}

export interface Payload {
  readonly type: string;
  readonly url: string;
  readonly protocol: string;
  readonly isEncrypted: boolean;
  readonly mimeType?: string;
}

export interface EncryptionInformation {
  readonly type: string;
  readonly keyAccess: readonly KeyAccessObject[];
  readonly method: { readonly algorithm: string; readonly isStreamable: boolean; readonly iv?: string };
  readonly integrityInformation: IntegrityInformation;
  /** Base64 of the JSON of the policy. The policy binding covers exactly this text. */
  readonly policy: string;
}

/**
 * How a data key, or a share of it, is wrapped, and which service can unwrap it (schema/OpenTDF/key_access_object.md).
 */
export interface KeyAccessObject {
  /** `ec-wrapped` (P-256) or `wrapped` (RSA-OAEP). */
  readonly type: string;
  readonly url: string;
  readonly protocol: string;
  /** Base64. */
  readonly wrappedKey: string;
  readonly policyBinding: PolicyBinding;
  readonly kid?: string;
  /** Identifies the share of a split key; entries with the same value are alternatives. */
  readonly sid?: string;
  /** Base64 of `{ ciphertext, iv }`, both base64; the ciphertext is prefixed by its IV and followed by its tag. */
  readonly encryptedMetadata?: string;
  /** PEM, for `ec-wrapped`. */
  readonly ephemeralPublicKey?: string;
  readonly schemaVersion?: string;
}

export interface PolicyBinding {
  readonly alg: string;
  /** Base64 of the HMAC, raw or, as in the public SDKs, of its hexadecimal digits. */
  readonly hash: string;
}

export interface IntegrityInformation {
  readonly rootSignature: { readonly alg: string; readonly sig: string };
  readonly segmentHashAlg?: string;
  readonly segmentSizeDefault?: number;
  readonly encryptedSegmentSizeDefault?: number;
  readonly segments: readonly Segment[];
}

export interface Segment {
  /** Base64 of the GCM tag (GMAC) or HMAC (HS256) of the segment, raw or of its hexadecimal digits. */
  readonly hash: string;
  /** Plaintext size in bytes; the default if absent. */
  readonly segmentSize?: number;
  /** Size in the payload in bytes; the default if absent. */
  readonly encryptedSegmentSize?: number;
}

export interface Assertion {
  readonly id: string;
  readonly type: string;
  readonly scope: string;
  readonly appliesToState?: string;
  readonly statement: { readonly format: string; readonly schema?: string; readonly value: unknown };
  readonly binding: { readonly method: string; readonly signature: string };
}

export const PAYLOAD_NAME = '0.payload';
export const MANIFEST_NAME = '0.manifest.json';
export const SCHEMA_VERSION = '4.3.0';

/** Plaintext size of the segments that this package writes: the fastest size in Chromium's WebCrypto. */
export const SEGMENT_BYTES = 256 * 1024;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;
/** Bytes that encryption adds to a segment: the IV before it and the tag after it. */
export const SEGMENT_OVERHEAD_BYTES = IV_BYTES + TAG_BYTES;
