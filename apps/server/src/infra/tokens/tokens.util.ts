import type { Clock } from '../clock/clock.port.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isIdText } from './compact-jws.util.ts';
import {
  createSignatureCheck,
  decodePart,
  parseJws,
  signJws,
  type UnverifiedJws,
} from './jws-signature.util.ts';
import {
  canSign,
  isAccepted,
  maxTokenLifetimeMs,
  signingKey,
  type TokenKey,
  type TokenKeys,
} from './token-keys.repository.ts';

/** The audience of a token. A token is rejected by every other audience. */
export type Audience = 'sealflow' | 'sealflow-files' | 'sealflow-sealing';

/** The origin of another server that accepts our tokens. */
export type ServerOrigin = `${'http' | 'https'}://${string}`;

export interface TokenClaims {
  /** The account. */
  sub: string;
  /** Id of this token. */
  jti: string;
  /** Milliseconds since 1970; tokens carry whole seconds. */
  issuedAt: number;
  expireAt: number;
  /** Further claims for the audience. */
  more?: Readonly<Record<string, string>>;
}

export interface Tokens {
  /** The id of the key that signs now. */
  signingKid(): string;
  /**
   * Equal claims and `kid` give the same text.
   * @param kid - the key that signs, if it still can; else the current key signs.
   */
  sign(audience: Audience | ServerOrigin, claims: TokenClaims, kid?: string | null): string;
  /**
   * @returns the claims of a token of this service for this audience.
   * @throws ServiceError `login.signature_is_invalid`, or `login.token_expired` if it has expired or its key was withdrawn.
   */
  verify(audience: Audience, token: string | undefined): Promise<VerifiedClaims>;
  /** The public keys for `/.well-known/jwks.json`: every key whose tokens are accepted, and the next one. */
  publicJwks(): readonly Record<string, string>[];
}

export type VerifiedClaims = Readonly<Record<string, unknown>> & {
  readonly sub: string;
  readonly jti: string;
};

export interface TokensOptions {
  keys: TokenKeys;
  /** The address of the service. */
  issuer: () => string;
  clock: Clock;
}

type Claims = Readonly<Record<string, unknown>>;

interface VerifiedToken {
  readonly kid: string;
  readonly claims: Claims;
}

/** Verified tokens in memory: clients send the same one with each call. The session is checked at each call. */
const maxCachedTokens = 10_000;

/** Creates tokens that are signed by the current key and verified by every accepted key. */
export function createTokens({ keys, issuer, clock }: TokensOptions): Tokens {
  const verified = createVerifiedTokens();
  const checks = new WeakMap<TokenKey, (jws: UnverifiedJws) => boolean>();
  const hasSignatureOf = (key: TokenKey, jws: UnverifiedJws): boolean => {
    const check = checks.get(key) ?? createSignatureCheck(key);
    checks.set(key, check);
    return check(jws);
  };
  const findSigningKey = (kid: string | null | undefined) => {
    const key = keys.list().find((one) => one.kid === kid);
    return key && canSign(key) ? key : signingKey(keys.list(), clock());
  };
  const readVerified = async (token: string): Promise<{ key: TokenKey; claims: Claims }> => {
    const cached = verified.get(token);
    const jws = cached ? undefined : parseJws(token);
    const kid = cached ? cached.kid : jws && keyIDOf(jws);
    if (kid === undefined) throw new ServiceError('login.signature_is_invalid');
    await keys.refresh(kid);
    const key = keys.list().find((one) => one.kid === kid);
    if (!key) throw new ServiceError('login.signature_is_invalid');
    if (cached) return { key, claims: cached.claims };
    if (!jws || !hasSignatureOf(key, jws)) throw new ServiceError('login.signature_is_invalid');
    const claims = decodePart(jws.payload);
    verified.set(token, { kid, claims });
    return { key, claims };
  };

  return {
    signingKid: () => signingKey(keys.list(), clock()).kid,
    sign: (audience, { sub, jti, issuedAt, expireAt, more }, kid) => {
      if (expireAt - issuedAt > maxTokenLifetimeMs)
        throw new TypeError('token would outlive its signing key');
      const key = findSigningKey(kid);
      const claims = {
        ...more,
        iss: issuer(),
        aud: audience,
        sub,
        jti,
        iat: toSeconds(issuedAt),
        exp: toSeconds(expireAt),
      };
      return signJws({ alg: 'EdDSA', typ: 'JWT', kid: key.kid }, claims, key.privateKey);
    },
    verify: async (audience, token) => {
      if (token === undefined) throw new ServiceError('login.signature_is_invalid');
      const { key, claims } = await readVerified(token);
      const { aud, exp, nbf, sub, jti } = claims;
      const isGoodYet = nbf === undefined || (Number.isSafeInteger(nbf) && Number(nbf) * 1000 <= clock());
      if (aud !== audience || !isGoodYet || !Number.isSafeInteger(exp) || !isIdText(sub) || !isIdText(jti))
        throw new ServiceError('login.signature_is_invalid');
      if (Number(exp) * 1000 <= clock() || !isAccepted(key, clock())) {
        throw new ServiceError('login.token_expired');
      }
      return claims as VerifiedClaims;
    },
    publicJwks: () =>
      keys
        .list()
        .filter((key) => isAccepted(key, clock()))
        .map(({ publicJwk }) => publicJwk),
  };
}

/**
 * Creates a cache of tokens whose signature was verified. The older half is dropped at once, because a map that loses its oldest
 * entry at each insertion is slow.
 */
function createVerifiedTokens(): Pick<Map<string, VerifiedToken>, 'get'> & {
  set(token: string, value: VerifiedToken): void;
} {
  let recent = new Map<string, VerifiedToken>();
  let older = new Map<string, VerifiedToken>();
  return {
    get: (token) => recent.get(token) ?? older.get(token),
    set: (token, value) => {
      if (recent.size >= maxCachedTokens / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(token, value);
    },
  };
}

/**
 * The id of the key in the header of a token; undefined for any other header than that of a token of this service. Statements of
 * the same key have another `typ`.
 */
function keyIDOf({ header }: UnverifiedJws): string | undefined {
  const { alg, typ, kid, ...more } = header;
  const isToken = alg === 'EdDSA' && typ === 'JWT' && typeof kid === 'string';
  return isToken && Object.keys(more).length === 0 ? kid : undefined;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
