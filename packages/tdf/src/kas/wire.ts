import type { ClaimedBinding } from '../binding.ts';

/**
 * JSON of `kas.AccessService` (Connect protocol over protobuf JSON; opentdf/platform service/kas/kas.proto), shared by
 * this client and the service. Empty fields may be absent, because protobuf JSON omits them.
 */
export interface KeyAccessMessage {
  readonly type?: string;
  readonly url?: string;
  readonly protocol?: string;
  readonly kid?: string;
  readonly sid?: string;
  /** Base64. */
  readonly wrappedKey?: string;
  readonly policyBinding?: ClaimedBinding;
  readonly encryptedMetadata?: string;
  /** PEM. */
  readonly ephemeralPublicKey?: string;
}

/** The claim `requestBody` of the signed request token is the JSON text of this object. */
export interface UnsignedRewrapRequest {
  /** PEM. Sent by third-party clients. Ours omits it: its response is wrapped to the registered agreement key. */
  readonly clientPublicKey?: string;
  readonly requests?: readonly PolicyRequest[];
  /** The older form for a single request, which public SDKs send in addition to `requests`. */
  readonly keyAccess?: KeyAccessMessage;
  readonly policy?: string;
  readonly algorithm?: string;
}

export interface PolicyRequest {
  readonly keyAccessObjects: readonly {
    readonly keyAccessObjectId: string;
    readonly keyAccessObject: KeyAccessMessage;
  }[];
  /** `body` is the policy text of the manifest: base64 of JSON. */
  readonly policy: { readonly id: string; readonly body: string };
  readonly algorithm?: string;
}

export interface RewrapRequest {
  readonly signedRequestToken: string;
}

export interface RewrapResponse {
  /** PEM of the ephemeral key of the service; empty if the client's key is RSA. */
  readonly sessionPublicKey?: string;
  readonly responses?: readonly PolicyRewrapResult[];
}

export interface PolicyRewrapResult {
  readonly policyId: string;
  readonly results: readonly KeyAccessRewrapResult[];
}

export interface KeyAccessRewrapResult {
  readonly keyAccessObjectId: string;
  readonly status: 'permit' | 'fail';
  /** Base64, if permitted. */
  readonly kasWrappedKey?: string;
  /** If rejected, see `refusalError`. */
  readonly error?: string;
  /** `google.protobuf.Value`s by name, which are plain values in JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export type KasAlgorithm = 'ec:secp256r1' | 'rsa:2048';

export interface PublicKeyRequest {
  readonly algorithm?: string;
  readonly fmt?: string;
  readonly v?: string;
}

export interface PublicKeyResponse {
  /** PEM. */
  readonly publicKey: string;
  readonly kid: string;
}

/** Claims of the signed request token. Times are seconds since 1970 (RFC 7519). */
export interface RequestTokenClaims {
  readonly requestBody: string;
  readonly iat: number;
  readonly exp: number;
  /** Set by our clients only; the service accepts each value once. */
  readonly jti?: string;
  /** Set by our clients only: base64url of the SHA-256 of `requestBody`. */
  readonly digest?: string;
}

/** Maximum lifetime of a request token of our clients, in seconds. */
export const REQUEST_TOKEN_LIFETIME_SECONDS = 60;
