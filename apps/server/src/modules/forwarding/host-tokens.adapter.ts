import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { isCompact, isIdText } from '../../infra/tokens/compact-form.adapter.ts';

/** What a host says of a request that it passes on. */
export interface HostClaims {
  readonly aid: string;
  readonly tid: string;
  readonly fid: string;
  readonly jti: string;
}

export type HostUse = 'forwarded' | 'forwarded-files';

export interface HostTokens {
  /** Whether a token says that it is of one of these hosts; nothing is verified. */
  isTheirs(token: string | undefined): token is string;
  /** @throws ServiceError `login.signature_is_invalid`, `login.token_expired`. */
  verify(token: string, use: HostUse): Promise<HostClaims>;
}

export interface HostTokensOptions {
  /** The addresses of the hosts whose word counts. */
  readonly hosts: readonly string[];
  /** This server's own address, as its operator gave it to the hosts. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

/** Longer than any host's token lives: what claims more is none. */
const longest = 60;

/** Verifies what the named hosts sign, by the keys that they publish. */
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
    isTheirs: (token): token is string => token !== undefined && keys.has(issuerOf(token) ?? ''),
    verify: async (token, use) => {
      const issuer = issuerOf(token) ?? '';
      const jwks = keys.get(issuer);
      if (!jwks || !isCompact(token)) throw new ServiceError('login.signature_is_invalid');
      const { payload } = await jwtVerify(token, jwks, {
        issuer,
        audience: new URL(publicUrl()).origin,
        algorithms: ['EdDSA'],
        requiredClaims: ['sub', 'jti', 'exp', 'iat', 'tid', 'fid', 'use'],
        maxTokenAge: longest,
        clockTolerance: 5,
        currentDate: new Date(clock()),
      }).catch(refuse);
      return claimsOf(payload, use);
    },
  };
}

function claimsOf(payload: JWTPayload, use: HostUse): HostClaims {
  const { sub, jti, exp, iat, tid, fid } = payload;
  const isWhole = [sub, jti, tid, fid].every(isIdText);
  const isShort = Number(exp) - Number(iat) <= longest;
  if (!isWhole || !isShort || payload['use'] !== use) throw new ServiceError('login.signature_is_invalid');
  return { aid: String(sub), tid: String(tid), fid: String(fid), jti: String(jti) };
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw new ServiceError('login.token_expired', {}, error);
  if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
    throw new ServiceError('login.signature_is_invalid', {}, error);
  }
  throw error;
}
