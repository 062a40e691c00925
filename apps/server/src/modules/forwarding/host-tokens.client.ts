import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isCompactJws, isIdText } from '../../infra/tokens/compact-jws.util.ts';

/** The claims of a host about a forwarded request. */
export interface HostClaims {
  readonly aid: string;
  readonly tid: string;
  readonly fid: string;
  readonly jti: string;
}

export type HostTokenUse = 'forwarded' | 'forwarded-files';

export interface HostTokens {
  /** Whether a token claims to be issued by one of these hosts; nothing is verified. */
  isFromHost(token: string | undefined): token is string;
  /** @throws ServiceError `login.signature_is_invalid`, `login.token_expired`. */
  verify(token: string, use: HostTokenUse): Promise<HostClaims>;
}

export interface HostTokensOptions {
  /** The addresses of the trusted hosts. */
  readonly hosts: readonly string[];
  /** This server's own address, as its operator configured it at the hosts. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

/** Longer than the lifetime of any host's token; a token with a longer one is rejected. */
const maxTokenAgeSeconds = 60;

/** Verifies tokens of the trusted hosts by their published keys (JWKS). */
export function createHostTokens({ hosts, publicUrl, clock }: HostTokensOptions): HostTokens {
  const keys = new Map(
    hosts.map((host) => [
      host,
      createRemoteJWKSet(new URL(`${host}/.well-known/jwks.json`), { timeoutDuration: 5000 }),
    ]),
  );
  const issuerOf = (token: string): string | undefined => {
    try {
      return decodeJwt(token).iss;
    } catch {
      return undefined;
    }
  };
  return {
    isFromHost: (token): token is string => token !== undefined && keys.has(issuerOf(token) ?? ''),
    verify: async (token, use) => {
      const issuer = issuerOf(token) ?? '';
      const jwks = keys.get(issuer);
      if (!jwks || !isCompactJws(token)) throw new ServiceError('login.signature_is_invalid');
      const { payload } = await jwtVerify(token, jwks, {
        issuer,
        audience: new URL(publicUrl()).origin,
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'jti', 'exp', 'iat', 'tid', 'fid', 'use'],
        maxTokenAge: maxTokenAgeSeconds,
        clockTolerance: 5,
        currentDate: new Date(clock()),
      }).catch(rethrowAsServiceError);
      return requireClaims(payload, use);
    },
  };
}

function requireClaims(payload: JWTPayload, use: HostTokenUse): HostClaims {
  const { sub, jti, exp, iat, tid, fid } = payload;
  const hasValidIDs = [sub, jti, tid, fid].every(isIdText);
  const isShortLived = Number(exp) - Number(iat) <= maxTokenAgeSeconds;
  if (!hasValidIDs || !isShortLived || payload['use'] !== use)
    throw new ServiceError('login.signature_is_invalid');
  return { aid: String(sub), tid: String(tid), fid: String(fid), jti: String(jti) };
}

function rethrowAsServiceError(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw new ServiceError('login.token_expired', {}, error);
  if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
    throw new ServiceError('login.signature_is_invalid', {}, error);
  }
  throw error;
}
