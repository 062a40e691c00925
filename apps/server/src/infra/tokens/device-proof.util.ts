import { hash } from 'node:crypto';
import { z } from 'zod';
import { decodePart, hasES256Signature, type P256PublicKey, parseJws } from './jws-signature.util.ts';

/** A verified proof of possession of a device's signing key: DPoP, RFC 9449. */
export interface DeviceProof {
  /** Thumbprint of the signing key (RFC 7638). */
  thumbprint: string;
  jti: string;
  /** Milliseconds since 1970, in whole seconds, by the clock of the device. */
  issuedAt: number;
  /** Milliseconds since 1970. From then on the proof is too old, so that its id need not be remembered. */
  staleAt: number;
  /** Digest of the access token that the proof is bound to, if any (section 4.2). */
  ath: string | undefined;
  /** Thumbprint of the key agreement key that the signing key attests, if any. */
  agreement: string | undefined;
}

/** `wrong`: invalid, or not made for this request; `stale`: outside the accepted time window. */
export type ProofProblem = 'wrong' | 'stale';

export interface ProofRequest {
  method: string;
  path: string;
  /** Host names, with ports, under which clients reach this service. */
  hosts: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Accepted deviation of a device's clock. */
const maxClockSkewMs = 5 * 60_000;

const proofHeader = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }),
  // An extension that has to be understood (RFC 7515, section 4.1.11): none is.
  crit: z.undefined().optional(),
});

const proofClaims = z.object({
  htm: z.string(),
  htu: z.url(),
  iat: z.number(),
  jti: z.string().min(8).max(200),
  ath: z.string().optional(),
  agreement: z.string().optional(),
});

/** Verifies a proof by RFC 9449, section 4.3, except for the replay check, which needs the database. */
export function verifyDeviceProof(proof: string, request: ProofRequest): DeviceProof | ProofProblem {
  const verifiedProof = verifySignature(proof);
  if (!verifiedProof) return 'wrong';
  const { claims, jwk } = verifiedProof;
  if (claims.htm !== request.method || !isRequestTarget(claims.htu, request)) return 'wrong';
  const issuedAt = claims.iat * 1000;
  if (Math.abs(issuedAt - request.now) > maxClockSkewMs) return 'stale';
  const { jti, ath, agreement } = claims;
  const staleAt = issuedAt + maxClockSkewMs;
  return { thumbprint: thumbprintOf(jwk), jti, issuedAt, staleAt, ath, agreement };
}

/** The SHA-256 thumbprint of a public key (RFC 7638): its required members in lexicographic order. */
export function thumbprintOf({ crv, kty, x, y }: P256PublicKey): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}

/** The `ath` claim of a proof that is bound to this token. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url');
}

// Synchronous, because the jobs of WebCrypto take nearly twice the processor time.
function verifySignature(proof: string) {
  const jws = parseJws(proof);
  if (!jws) return undefined;
  try {
    const { jwk } = proofHeader.parse(jws.header);
    if (!hasES256Signature(jwk, Buffer.from(jws.input), jws.signature)) return undefined;
    return { claims: proofClaims.parse(decodePart(jws.payload)), jwk };
  } catch {
    // Any failure means that possession of the key was not proven.
    return undefined;
  }
}

function isRequestTarget(htu: string, { path, hosts }: ProofRequest): boolean {
  const url = new URL(htu);
  return url.pathname === path && hosts.includes(url.host);
}
