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

/**
 * A tenant that a caller knows. The licence key id decides where entry and caller both have one, since a service may get another
 * address; the address decides otherwise.
 */
export interface KnownTenant {
  /** The platform or key access URL, `<host>/otdf/{tid}` or `<host>/otdf/{tid}/kas`. */
  readonly base?: string;
  /** The licence key id, which is unique across tenants and never changes. */
  readonly keyId?: string;
}

/** Whether a key access entry is for a tenant. Its URL is compared, never followed. */
export function isKnown({ url, kid }: KeyAccessObject, { base, keyId }: KnownTenant): boolean {
  if (kid && keyId !== undefined) return keyId === licenceKeyIdOf(kid);
  return base !== undefined && sameBase(base, url);
}

/**
 * The facts of a protected file: `key` of the first entry for one of the `known` tenants; without them, of the first of all. The
 * `key` of an entry without a `kid` is that of the tenant whose URL the entry names.
 */
export function factsOf(manifest: Manifest, size: number, known?: readonly KnownTenant[]): DocumentFacts {
  const policy: Policy = parsePolicy(manifest.encryptionInformation.policy);
  const { entry, tenant } = firstEntry(manifest, known);
  const kid = entry?.kid ?? null;
  return {
    encrypted: true,
    key: kid === null ? (tenant?.keyId ?? null) : licenceKeyIdOf(kid),
    userOID: policy.owner,
    orgID: policy.org,
    clID: policy.classification,
    mimeType: manifest.payload.mimeType ?? null,
    size,
    documentId: policy.uuid,
    kid,
  };
}

function firstEntry(
  { encryptionInformation: { keyAccess } }: Manifest,
  known: readonly KnownTenant[] | undefined,
): { readonly entry?: KeyAccessObject | undefined; readonly tenant?: KnownTenant } {
  if (!known) return { entry: keyAccess[0] };
  for (const entry of keyAccess) {
    const tenant = known.find((candidate) => isKnown(entry, candidate));
    if (tenant) return { entry, tenant };
  }
  return {};
}
