import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Clock } from '../clock/clock.port.ts';
import { isCompact } from './compact-form.adapter.ts';
import { signingKey, type TokenKey, type TokenKeys } from './token-keys.adapter.ts';

/** Statements of the service about itself: JWS (RFC 7515), verifiable by `/.well-known/jwks.json`. */
export interface Statements {
  /** @param type - the `typ` of its header; a statement of one type is none of another. */
  sign(type: string, said: object): string;
  read: StatementReader;
}

/**
 * @returns what a statement says; `unknown` where it is of a key that is not among these, so of another service;
 *   `wrong` where it is said to be of one of them and is not.
 */
export type StatementReader = (type: string, statement: string) => Said;

type Said = { readonly said: unknown } | 'unknown' | 'wrong';

export type StatementKey = Readonly<Record<string, unknown>>;

/** Signs by the current key. Reads what any key signed that was not withdrawn: a past key has no private part that could leak. */
export function createStatements(keys: Pick<TokenKeys, 'list'>, clock: Clock): Statements {
  let known: { readonly keys: readonly TokenKey[]; readonly read: StatementReader } | undefined;
  return {
    sign: (type, said) => {
      const { kid, privateKey } = signingKey(keys.list(), clock());
      const header = { alg: 'EdDSA', kid, typ: type };
      const input = [header, said].map(encoded).join('.');
      return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
    },
    read: (type, statement) => {
      const current = keys.list();
      if (known?.keys !== current) {
        const good = current.filter(({ withdrawnAt }) => withdrawnAt === null);
        known = { keys: current, read: statementReader(good.map(({ publicJwk }) => publicJwk)) };
      }
      return known.read(type, statement);
    },
  };
}

/** Reads statements by public keys alone, as a `/.well-known/jwks.json` lists them. */
export function statementReader(jwks: readonly StatementKey[]): StatementReader {
  const known = new Map(
    jwks
      .filter((jwk) => jwk['crv'] === 'Ed25519')
      .map((jwk): [unknown, KeyObject] => [jwk['kid'], createPublicKey({ key: jwk, format: 'jwk' })]),
  );
  return (type, statement) => {
    const [header = '', said = '', signature = '', ...more] = statement.split('.');
    const { kid, alg, typ } = decoded(header);
    const key = known.get(kid);
    if (!key) return 'unknown';
    if (alg !== 'EdDSA' || typ !== type || more.length > 0 || !isCompact(statement)) return 'wrong';
    const holds = verify(null, Buffer.from(`${header}.${said}`), key, Buffer.from(signature, 'base64url'));
    return holds ? { said: decoded(said) } : 'wrong';
  };
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function decoded(part: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
