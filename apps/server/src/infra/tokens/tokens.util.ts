import { createPublicKey } from 'node:crypto';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { Clock } from '../clock/clock.port.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isCompactJws, isIdText } from './compact-jws.util.ts';
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

type Sign = (claims: object) => string;
type Verify = (token: string) => VerifiedClaims;

/** Creates tokens that are signed by the current key and verified by every accepted key. */
export function createTokens({ keys, issuer, clock }: TokensOptions): Tokens {
  const signers = new Map<string, Sign>();
  const verifiers = new Map<string, Verify>();
  const findSigner = (kid: string | null | undefined): Sign => {
    const key = keys.list().find((one) => one.kid === kid);
    const usable = key && canSign(key) ? key : signingKey(keys.list(), clock());
    return getOrCreate(signers, usable.kid, () =>
      createSigner({
        algorithm: 'EdDSA',
        key: usable.privateKey.export({ format: 'pem', type: 'pkcs8' }),
        kid: usable.kid,
      }),
    );
  };

  return {
    signingKid: () => signingKey(keys.list(), clock()).kid,
    sign: (audience, { sub, jti, issuedAt, expireAt, more }, kid) => {
      if (expireAt - issuedAt > maxTokenLifetimeMs)
        throw new TypeError('token would outlive its signing key');
      return findSigner(kid)({
        ...more,
        iss: issuer(),
        aud: audience,
        sub,
        jti,
        iat: toSeconds(issuedAt),
        exp: toSeconds(expireAt),
      });
    },
    verify: async (audience, token) => {
      const kid = token === undefined ? undefined : keyIDOf(token);
      if (token === undefined || kid === undefined) throw new ServiceError('login.signature_is_invalid');
      await keys.refresh(kid);
      const key = keys.list().find((one) => one.kid === kid);
      if (!key) throw new ServiceError('login.signature_is_invalid');
      const claims = verifySignature(
        getOrCreate(verifiers, kid, () => createKeyVerifier(key)),
        token,
      );
      const { aud, exp, sub, jti } = claims;
      const isComplete = Number.isSafeInteger(exp) && isIdText(sub) && isIdText(jti);
      if (aud !== audience || !isComplete) throw new ServiceError('login.signature_is_invalid');
      // The library's own check would use the clock of this machine; all decisions about time use the service's clock.
      if (Number(exp) * 1000 <= clock() || !isAccepted(key, clock())) {
        throw new ServiceError('login.token_expired');
      }
      return claims;
    },
    publicJwks: () =>
      keys
        .list()
        .filter((key) => isAccepted(key, clock()))
        .map(({ publicJwk }) => publicJwk),
  };
}

function getOrCreate<T>(values: Map<string, T>, key: string, create: () => T): T {
  const existing = values.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  values.set(key, created);
  return created;
}

function createKeyVerifier({ publicJwk }: TokenKey): Verify {
  const key = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  return createVerifier({
    key,
    algorithms: ['EdDSA'],
    requiredClaims: ['sub', 'jti', 'aud', 'exp'],
    ignoreExpiration: true,
    // Caches valid signatures only. The session is checked at each call. jose has no such cache (decision 098).
    cache: 10_000,
  });
}

function verifySignature(verify: Verify, token: string): VerifiedClaims {
  try {
    return verify(token);
  } catch (error) {
    if (error instanceof TokenError) throw new ServiceError('login.signature_is_invalid', {}, error);
    throw error;
  }
}

/** The key id in a token's header; undefined if it is not a token. Statements of the same key have another `typ`. */
function keyIDOf(token: string): string | undefined {
  if (!isCompactJws(token)) return undefined;
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString(),
    );
    const isToken = typeof header === 'object' && header !== null && 'kid' in header && 'typ' in header;
    return isToken && header.typ === 'JWT' ? String(header.kid) : undefined;
  } catch {
    return undefined;
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
