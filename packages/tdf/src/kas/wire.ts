import type { ClaimedBinding } from '../binding.ts';

/**
 * The JSON of `kas.AccessService` (Connect protocol over protobuf JSON; opentdf/platform service/kas/kas.proto), shared by
 * the client here and the service. Empty fields may be absent, as protobuf JSON leaves them out.
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

/** The claim `requestBody` of the signed request token is this as JSON text. */
export interface UnsignedRewrapRequest {
  /** PEM. Clients of other makes send it; ours does not, its answer is wrapped to the registered agreement key. */
  readonly clientPublicKey?: string;
  readonly requests?: readonly PolicyRequest[];
  /** The older form of one request, which public SDKs send beside `requests`. */
  readonly keyAccess?: KeyAccessMessage;
  readonly policy?: string;
  readonly algorithm?: string;
}

export interface PolicyRequest {
  readonly keyAccessObjects: readonly {
    readonly keyAccessObjectId: string;
    readonly keyAccessObject: KeyAccessMessage;
  }[];
  /** `body` is the manifest's policy text: base64 of JSON. */
  readonly policy: { readonly id: string; readonly body: string };
  readonly algorithm?: string;
}

export interface RewrapRequest {
  readonly signedRequestToken: string;
}

export interface RewrapResponse {
  /** PEM of the service's ephemeral key; empty where the client's key is RSA. */
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
  /** Base64, where permitted. */
  readonly kasWrappedKey?: string;
  /** Where refused: see `refusalError`. */
  readonly error?: string;
  /** `google.protobuf.Value`s by name, which in JSON are plain values. */
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
  /** Ours only; a service takes each once. */
  readonly jti?: string;
  /** Ours only: base64url of the SHA-256 of `requestBody`. */
  readonly digest?: string;
}

/** The longest that one of our request tokens may live, in seconds. */
export const REQUEST_TOKEN_LIFETIME = 60;
