import { createPublicKey } from 'node:crypto';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import type { Clock } from '../clock/clock.port.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isCompact, isIdText } from './compact-form.adapter.ts';
import type { TokenKey } from './token-keys.adapter.ts';

/** Whom a token is for; one of another audience does not pass. */
export type Audience = 'sealflow' | 'sealflow-files' | 'sealflow-sealing';

/** Another server that takes tokens of ours, by its address. */
export type OtherServer = `${'http' | 'https'}://${string}`;

export interface TokenClaims {
  /** The account. */
  sub: string;
  /** Id of this token. */
  jti: string;
  /** Milliseconds since 1970; tokens carry whole seconds. */
  issuedAt: number;
  expireAt: number;
  /** What the audience needs beside. */
  more?: Readonly<Record<string, string>>;
}

export interface Tokens {
  sign(audience: Audience | OtherServer, claims: TokenClaims): string;
  /**
   * @returns the claims of a token of ours for this audience.
   * @throws ServiceError `login.signature_is_invalid`, or `login.token_expired` past its end.
   */
  verify(audience: Audience, token: string | undefined): VerifiedClaims;
  /** The public keys, as `/.well-known/jwks.json` prints them. */
  readonly publicJwks: readonly Record<string, string>[];
}

export type VerifiedClaims = Readonly<Record<string, unknown>> & {
  readonly sub: string;
  readonly jti: string;
};

export interface TokensOptions {
  keys: readonly TokenKey[];
  /** The address of the service. */
  issuer: () => string;
  clock: Clock;
}

type Verify = (token: string) => VerifiedClaims;

/** Signs by the newest key and verifies by any of them. */
export function createTokens({ keys, issuer, clock }: TokensOptions): Tokens {
  const [newest] = keys;
  if (!newest) throw new TypeError('tokens need a key');
  const sign = createSigner({
    algorithm: 'EdDSA',
    key: newest.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    kid: newest.kid,
  });
  const verifiers = new Map(keys.map((key) => [key.kid, verifierOf(key)]));

  return {
    sign: (audience, { sub, jti, issuedAt, expireAt, more }) =>
      sign({
        ...more,
        iss: issuer(),
        aud: audience,
        sub,
        jti,
        iat: seconds(issuedAt),
        exp: seconds(expireAt),
      }),
    verify: (audience, token) => {
      const verify = token === undefined ? undefined : verifiers.get(keyOf(token) ?? '');
      if (token === undefined || !verify) throw new ServiceError('login.signature_is_invalid');
      const claims = check(verify, token);
      const { aud, exp, sub, jti } = claims;
      const isWhole = Number.isSafeInteger(exp) && isIdText(sub) && isIdText(jti);
      if (aud !== audience || !isWhole) throw new ServiceError('login.signature_is_invalid');
      // Read by our clock, so that every decision about time is made by one.
      if (Number(exp) * 1000 <= clock()) throw new ServiceError('login.token_expired');
      return claims;
    },
    publicJwks: keys.map((key) => key.publicJwk),
  };
}

function verifierOf({ publicJwk }: TokenKey): Verify {
  const key = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  return createVerifier({
    key,
    algorithms: ['EdDSA'],
    requiredClaims: ['sub', 'jti', 'aud', 'exp'],
    ignoreExpiration: true,
    // The signature alone is remembered: whether the session still lives is asked each time.
    cache: 10_000,
  });
}

function check(verify: Verify, token: string): VerifiedClaims {
  try {
    return verify(token);
  } catch (error) {
    if (error instanceof TokenError) throw new ServiceError('login.signature_is_invalid', {}, error);
    throw error;
  }
}

/** Which key a token says that it is of; undefined for what is no token. What else the key signs is of another type. */
function keyOf(token: string): string | undefined {
  if (!isCompact(token)) return undefined;
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

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
