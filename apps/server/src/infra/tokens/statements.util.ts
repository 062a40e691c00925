import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Clock } from '../clock/clock.port.ts';
import { isCompactJws } from './compact-jws.util.ts';
import { decodePart, signJws } from './jws-signature.util.ts';
import { signingKey, type TokenKey, type TokenKeys } from './token-keys.repository.ts';

/** Signs and verifies statements of the service: JWS (RFC 7515), verifiable by `/.well-known/jwks.json`. */
export interface Statements {
  /** @param type - the `typ` header, which prevents the use of a statement of one type as another. */
  sign(type: string, claims: object): string;
  read: StatementReader;
}

/**
 * Verifies a statement.
 * @returns its claims; `unknown` if it names none of the keys, so that it is from another service; `wrong` if it names one of
 *   them, but its header or signature is invalid.
 */
export type StatementReader = (type: string, statement: string) => StatementResult;

type StatementResult = { readonly claims: unknown } | 'unknown' | 'wrong';

export type StatementKey = Readonly<Record<string, unknown>>;

/**
 * Creates statements that are signed by the current key and verified by any key that was not withdrawn. Past keys stay valid,
 * because their private part is deleted and cannot leak.
 */
export function createStatements(keys: Pick<TokenKeys, 'list'>, clock: Clock): Statements {
  let lookup: { readonly keys: readonly TokenKey[]; readonly read: StatementReader } | undefined;
  return {
    sign: (type, claims) => {
      const { kid, privateKey } = signingKey(keys.list(), clock());
      return signJws({ alg: 'EdDSA', kid, typ: type }, claims, privateKey);
    },
    read: (type, statement) => {
      const current = keys.list();
      if (lookup?.keys !== current) {
        const trusted = current.filter(({ withdrawnAt }) => withdrawnAt === null);
        lookup = { keys: current, read: createStatementReader(trusted.map(({ publicJwk }) => publicJwk)) };
      }
      return lookup.read(type, statement);
    },
  };
}

/** Creates a reader that verifies statements by public keys, as `/.well-known/jwks.json` lists them. */
export function createStatementReader(jwks: readonly StatementKey[]): StatementReader {
  const lookup = new Map(
    jwks
      .filter((jwk) => jwk['crv'] === 'Ed25519')
      .map((jwk): [unknown, KeyObject] => [jwk['kid'], createPublicKey({ key: jwk, format: 'jwk' })]),
  );
  return (type, statement) => {
    const [header = '', claims = '', signature = '', ...more] = statement.split('.');
    const { kid, alg, typ } = decodePart(header);
    const key = lookup.get(kid);
    if (!key) return 'unknown';
    if (alg !== 'EdDSA' || typ !== type || more.length > 0 || !isCompactJws(statement)) return 'wrong';
    const isValid = verify(
      null,
      Buffer.from(`${header}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    return isValid ? { claims: decodePart(claims) } : 'wrong';
  };
}
