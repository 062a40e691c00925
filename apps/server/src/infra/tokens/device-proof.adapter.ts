import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { isCompact } from './compact-form.adapter.ts';

/** A proof that its maker holds a device's signing key: DPoP, RFC 9449. */
export interface DeviceProof {
  /** RFC 7638, of the key that signed. */
  thumbprint: string;
  jti: string;
  /** Milliseconds since 1970: after this the proof is too old whatever its id. */
  staleAt: number;
  /** Digest of the token it covers, where it covers one (section 4.2). */
  ath: string | undefined;
  /** Thumbprint of the agreement key that the signing key vouches for, where it does. */
  agreement: string | undefined;
}

/** `wrong`: not made for this request or not by a key of that kind; `stale`: made at another time. */
export type ProofProblem = 'wrong' | 'stale';

export interface ProofRequest {
  method: string;
  path: string;
  /** The host names, with ports, under which clients know this service. */
  hosts: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Clocks of phones differ: a proof made within this of our time is fresh. */
const window = 5 * 60_000;

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

/** Checks all of RFC 9449, section 4.3, but whether the id was used before: that is asked of the database. */
export async function readDeviceProof(
  proof: string,
  request: ProofRequest,
): Promise<DeviceProof | ProofProblem> {
  const read = await verified(proof);
  if (!read) return 'wrong';
  const { claims, jwk } = read;
  if (claims.htm !== request.method || !isAddressOf(claims.htu, request)) return 'wrong';
  const madeAt = claims.iat * 1000;
  if (Math.abs(madeAt - request.now) > window) return 'stale';
  const { jti, ath, agreement } = claims;
  return { thumbprint: await thumbprintOf(jwk), jti, staleAt: madeAt + window, ath, agreement };
}

/** The SHA-256 thumbprint of a public key (RFC 7638). */
export function thumbprintOf(key: JWK): Promise<string> {
  return calculateJwkThumbprint(key, 'sha256');
}

/** What a proof has as `ath` where it covers this token. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

async function verified(proof: string) {
  if (!isCompact(proof)) return undefined;
  try {
    const header = proofHeader.parse(
      JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString()),
    );
    const key = await importJWK(header.jwk, 'ES256');
    const { payload } = await compactVerify(proof, key, { algorithms: ['ES256'] });
    return { claims: proofClaims.parse(JSON.parse(Buffer.from(payload).toString())), jwk: header.jwk };
  } catch {
    // Whatever was wrong with it, whoever made it did not show the key.
    return undefined;
  }
}

function isAddressOf(htu: string, { path, hosts }: ProofRequest): boolean {
  const url = new URL(htu);
  return url.pathname === path && hosts.includes(url.host);
}
