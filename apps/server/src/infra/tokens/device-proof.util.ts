import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { isCompactJws } from './compact-jws.util.ts';

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
export async function verifyDeviceProof(
  proof: string,
  request: ProofRequest,
): Promise<DeviceProof | ProofProblem> {
  const verifiedProof = await verifySignature(proof);
  if (!verifiedProof) return 'wrong';
  const { claims, jwk } = verifiedProof;
  if (claims.htm !== request.method || !isRequestTarget(claims.htu, request)) return 'wrong';
  const issuedAt = claims.iat * 1000;
  if (Math.abs(issuedAt - request.now) > maxClockSkewMs) return 'stale';
  const { jti, ath, agreement } = claims;
  const staleAt = issuedAt + maxClockSkewMs;
  return { thumbprint: await thumbprintOf(jwk), jti, issuedAt, staleAt, ath, agreement };
}

/** The SHA-256 thumbprint of a public key (RFC 7638). */
export function thumbprintOf(key: JWK): Promise<string> {
  return calculateJwkThumbprint(key, 'sha256');
}

/** The `ath` claim of a proof that is bound to this token. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

async function verifySignature(proof: string) {
  if (!isCompactJws(proof)) return undefined;
  try {
    const header = proofHeader.parse(
      JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString()),
    );
    const key = await importJWK(header.jwk, 'ES256');
    const { payload } = await compactVerify(proof, key, { algorithms: ['ES256'] });
    return { claims: proofClaims.parse(JSON.parse(Buffer.from(payload).toString())), jwk: header.jwk };
  } catch {
    // Any failure means that possession of the key was not proven.
    return undefined;
  }
}

function isRequestTarget(htu: string, { path, hosts }: ProofRequest): boolean {
  const url = new URL(htu);
  return url.pathname === path && hosts.includes(url.host);
}
