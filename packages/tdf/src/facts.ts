import type { KeyAccessObject, Manifest } from './manifest.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { sameBase } from './url.ts';

/**
 * What the app must know of a file before it opens it. Of a protected file these are claims of whoever wrote it until
 * `openDocument` has verified them; of a plain file everything but `encrypted` and `size` is null.
 */
export interface DocumentFacts {
  readonly encrypted: boolean;
  /** The licence key's id, by which the tenant is found: `kid` before its first dot. */
  readonly key: string | null;
  readonly userOID: string | null;
  readonly orgID: string | null;
  readonly clID: string | null;
  readonly mimeType: string | null;
  /** Plain bytes: of the content for a protected file, of the file itself for a plain one. */
  readonly size: number;
  /** The policy's uuid. */
  readonly documentId: string | null;
  readonly kid: string | null;
}

/** The stable part of a `kid` `<licence key id>.<algorithm>.<generation>`: what the specification calls `key`. */
export function licenceKeyIdOf(kid: string): string {
  const dot = kid.indexOf('.');
  return dot === -1 ? kid : kid.slice(0, dot);
}

export const plainFacts = (size: number): DocumentFacts => ({
  encrypted: false,
  key: null,
  userOID: null,
  orgID: null,
  clID: null,
  mimeType: null,
  size,
  documentId: null,
  kid: null,
});

/** The first key access entry of a base (`<host>/otdf/{tid}/kas`) that we know; without bases, the first of all. */
export function keyAccessOf(manifest: Manifest, bases?: readonly string[]): KeyAccessObject | undefined {
  const { keyAccess } = manifest.encryptionInformation;
  return bases ? keyAccess.find(({ url }) => bases.some((base) => sameBase(base, url))) : keyAccess[0];
}

/** The facts of a protected file. `bases` are the key access URLs of tenants that the caller knows. */
export function factsOf(manifest: Manifest, size: number, bases?: readonly string[]): DocumentFacts {
  const policy: Policy = parsePolicy(manifest.encryptionInformation.policy);
  const kid = keyAccessOf(manifest, bases)?.kid ?? null;
  return {
    encrypted: true,
    key: kid === null ? null : licenceKeyIdOf(kid),
    userOID: policy.owner,
    orgID: policy.org,
    clID: policy.classification,
    mimeType: manifest.payload.mimeType ?? null,
    size,
    documentId: policy.uuid,
    kid,
  };
}
