/**
 * The manifest of an OpenTDF archive, `0.manifest.json` (opentdf/spec 4.3.0, schema/OpenTDF). Only what this package
 * reads or writes; unknown fields of other writers are let through and ignored.
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
  /** Base64 of the policy's JSON; the policy binding covers this very text. */
  readonly policy: string;
}

/** How one data key, or one share of it, is wrapped and who can unwrap it (schema/OpenTDF/key_access_object.md). */
export interface KeyAccessObject {
  /** `ec-wrapped` (P-256) or `wrapped` (RSA-OAEP). */
  readonly type: string;
  readonly url: string;
  readonly protocol: string;
  /** Base64. */
  readonly wrappedKey: string;
  readonly policyBinding: PolicyBinding;
  readonly kid?: string;
  /** Names the share where the key is split; entries of the same name are alternatives. */
  readonly sid?: string;
  /** Base64 of `{ ciphertext, iv }`, both base64; the ciphertext has its IV in front and its tag behind. */
  readonly encryptedMetadata?: string;
  /** PEM, for `ec-wrapped`. */
  readonly ephemeralPublicKey?: string;
  readonly schemaVersion?: string;
}

export interface PolicyBinding {
  readonly alg: string;
  /** Base64 of the HMAC, raw or (as the public SDKs write it) of its hex digits. */
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
  /** Base64 of the segment's GCM tag (GMAC) or HMAC (HS256), raw or of its hex digits. */
  readonly hash: string;
  /** Plain bytes; the default where absent. */
  readonly segmentSize?: number;
  /** Bytes in the payload; the default where absent. */
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

/** Plain bytes of a segment as we write it: the fastest size in Chromium's WebCrypto. */
export const SEGMENT_SIZE = 256 * 1024;
export const IV_SIZE = 12;
export const TAG_SIZE = 16;
/** What encrypting adds to every segment: the IV in front and the tag behind. */
export const SEGMENT_OVERHEAD = IV_SIZE + TAG_SIZE;
