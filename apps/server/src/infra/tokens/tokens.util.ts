import { hash } from 'node:crypto';
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

/** Tokens whose signature is known to be valid: clients send the same one with each call. The session is checked at each call. */
const maxVerifiedTokens = 10_000;

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
    const jws = parseJws(token);
    const kid = jws && keyIDOf(jws);
    if (!jws || kid === undefined) throw new ServiceError('login.signature_is_invalid');
    await keys.refresh(kid);
    const key = keys.list().find((one) => one.kid === kid);
    if (!key) throw new ServiceError('login.signature_is_invalid');
    const digest = digestOf(token);
    if (!verified.has(digest)) {
      if (!hasSignatureOf(key, jws)) throw new ServiceError('login.signature_is_invalid');
      verified.add(digest);
    }
    return { key, claims: decodePart(jws.payload) };
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

/** A fifteenth of the length of a token. A full token per caller would be most of what a node stores of it. */
const digestOf = (token: string): string => hash('sha256', token, 'base64');

/**
 * Creates a set of the digests of verified tokens. The older half is dropped at once, because a set that loses its oldest member
 * at each insertion is slow.
 */
function createVerifiedTokens(): Pick<Set<string>, 'has'> & { add(digest: string): void } {
  let recent = new Set<string>();
  let older = new Set<string>();
  return {
    has: (digest) => recent.has(digest) || older.has(digest),
    add: (digest) => {
      if (recent.size >= maxVerifiedTokens / 2) {
        older = recent;
        recent = new Set();
      }
      recent.add(digest);
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
