import { hash } from 'node:crypto';
import type { Clock } from '../clock/clock.port.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isIdText } from './compact-jws.util.ts';
import { createForgeryCounter } from './forgery-counter.util.ts';
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
import { createTokenMacs } from './token-mac.util.ts';

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
  /** The MAC to store with an issued token; null if its key no longer signs. */
  macOf(token: string): Buffer | null;
  /**
   * Reads a token before its row is known, whose MAC proves its origin in less time than the signature. While many tokens are forged,
   * the signature is verified here, so that forged tokens cause no queries.
   * @throws ServiceError as {@link Tokens.verify}.
   */
  read(audience: Audience, token: string | undefined): Promise<UnprovenToken>;
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

/** A token whose origin is not proven yet. */
export interface UnprovenToken {
  /** Its claims, which are valid in form and time. Nothing may rely on them before `isIssued` returns true, except the lookup of its row. */
  readonly claims: VerifiedClaims;
  /**
   * Whether this service issued the token.
   * @param mac - the MAC stored for the id of the token; null if there is none, undefined if no such token is stored.
   */
  isIssued(mac: Buffer | null | undefined): boolean;
}

export interface TokensOptions {
  keys: TokenKeys;
  /** The address of the service. */
  issuer: () => string;
  clock: Clock;
}

type Claims = Readonly<Record<string, unknown>>;

/** Tokens whose signature is known to be valid: clients send the same one with each call. The session is checked at each call. */
const maxVerifiedTokens = 10_000;

/** Ids of issued tokens. A forged id of another form could make a query fail that it shares with those of other callers. */
const tokenID = /^[\w-]{1,64}$/;

/** Creates tokens that are signed by the current key and verified by every accepted key. */
export function createTokens({ keys, issuer, clock }: TokensOptions): Tokens {
  const verified = createVerifiedTokens();
  const forgeries = createForgeryCounter(clock);
  const checks = new WeakMap<TokenKey, (jws: UnverifiedJws) => boolean>();
  const macs = createTokenMacs();
  const hasSignatureOf = (key: TokenKey, jws: UnverifiedJws): boolean => {
    const check = checks.get(key) ?? createSignatureCheck(key);
    checks.set(key, check);
    return check(jws);
  };
  const findSigningKey = (kid: string | null | undefined) => {
    const key = keys.list().find((one) => one.kid === kid);
    return key && canSign(key) ? key : signingKey(keys.list(), clock());
  };
  const parse = async (token: string | undefined): Promise<{ key: TokenKey; jws: UnverifiedJws }> => {
    const jws = token === undefined ? undefined : parseJws(token);
    const kid = jws && keyIDOf(jws);
    if (!jws || kid === undefined) throw new ServiceError('login.signature_is_invalid');
    await keys.refresh(kid);
    const key = keys.list().find((one) => one.kid === kid);
    if (!key) throw new ServiceError('login.signature_is_invalid');
    return { key, jws };
  };
  const isSigned = (token: string, { key, jws }: { key: TokenKey; jws: UnverifiedJws }): boolean => {
    const digest = digestOf(token);
    if (verified.has(digest)) return true;
    if (hasSignatureOf(key, jws)) {
      verified.add(digest);
      return true;
    }
    forgeries.count();
    return false;
  };
  const errorCodeOf = (audience: Audience, claims: Claims, key: TokenKey) => {
    const { aud, exp, nbf, sub, jti } = claims;
    const isGoodYet = nbf === undefined || (Number.isSafeInteger(nbf) && Number(nbf) * 1000 <= clock());
    if (aud !== audience || !isGoodYet || !Number.isSafeInteger(exp) || !isIdText(sub) || !isIdText(jti))
      return 'login.signature_is_invalid';
    return Number(exp) * 1000 <= clock() || !isAccepted(key, clock()) ? 'login.token_expired' : undefined;
  };
  const read = async (audience: Audience, token = ''): Promise<UnprovenToken> => {
    const { key, jws } = await parse(token);
    const claims = decodePart(jws.payload);
    const errorCode = errorCodeOf(audience, claims, key);
    const mustBeSigned =
      errorCode !== undefined || !tokenID.test(String(claims['jti'])) || forgeries.hasTooMany();
    if (mustBeSigned && !isSigned(token, { key, jws })) throw new ServiceError('login.signature_is_invalid');
    if (errorCode !== undefined) throw new ServiceError(errorCode);
    return {
      claims: claims as VerifiedClaims,
      isIssued: (mac) => {
        if (mac === undefined) {
          forgeries.count();
          return false;
        }
        return (mac !== null && macs.isMacOf(key, token, mac)) || isSigned(token, { key, jws });
      },
    };
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
    macOf: (token) => {
      const jws = parseJws(token);
      const key = jws && keys.list().find(({ kid }) => kid === keyIDOf(jws));
      return key ? macs.macOf(key, token) : null;
    },
    read,
    verify: async (audience, token) => {
      const unproven = await read(audience, token);
      if (!unproven.isIssued(null)) throw new ServiceError('login.signature_is_invalid');
      return unproven.claims;
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
