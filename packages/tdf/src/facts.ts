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

/** The tenants that a caller knows. An entry is theirs by either: a service may have several names, or get another. */
export interface KnownTenants {
  /** Key access URLs, `<host>/otdf/{tid}/kas`. */
  readonly bases?: readonly string[];
  /** Licence key ids, which are unique across tenants and stay. */
  readonly keyIds?: readonly string[];
}

/** Whether a key access entry is for one of the known tenants. Its URL is compared, never followed. */
export function isKnown({ url, kid }: KeyAccessObject, { bases = [], keyIds = [] }: KnownTenants): boolean {
  return (
    (kid !== undefined && kid !== null && keyIds.includes(licenceKeyIdOf(kid))) ||
    bases.some((base) => sameBase(base, url))
  );
}

/** The facts of a protected file: `key` of the first entry for one of the `known` tenants; without them, of the first of all. */
export function factsOf(manifest: Manifest, size: number, known?: KnownTenants): DocumentFacts {
  const policy: Policy = parsePolicy(manifest.encryptionInformation.policy);
  const { keyAccess } = manifest.encryptionInformation;
  const entry = known ? keyAccess.find((candidate) => isKnown(candidate, known)) : keyAccess[0];
  const kid = entry?.kid ?? null;
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
