import type { KeyAccessObject, Manifest } from './manifest.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { isSameBase } from './url.ts';

/**
 * Facts about a file before it is opened. For a protected file these are unverified claims of its writer until
 * `openDocument` has verified them. For a plain file everything but `encrypted` and `size` is null.
 */
export interface DocumentFacts {
  readonly encrypted: boolean;
  /** Id of the licence key, which identifies the tenant: the part of `kid` before its first dot. */
  readonly key: string | null;
  readonly userOID: string | null;
  readonly orgID: string | null;
  readonly clID: string | null;
  readonly mimeType: string | null;
  /** Size of the content in bytes: of the plaintext of a protected file, or of a plain file itself. */
  readonly size: number;
  /** The uuid of the policy. */
  readonly documentId: string | null;
  readonly kid: string | null;
}

/** The stable part of a `kid` `<licence key id>.<algorithm>.<generation>`, which the specification calls `key`. */
export function licenceKeyIdOf(kid: string): string {
  const dot = kid.indexOf('.');
  return dot === -1 ? kid : kid.slice(0, dot);
}

/** The facts of a plain file. */
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
 * A tenant known to the caller. If both entry and tenant have a licence key id, the ids decide, because the URL of a
 * service may change. Otherwise the URLs decide.
 */
export interface KnownTenant {
  /** The platform or key access URL, `<host>/otdf/{tid}` or `<host>/otdf/{tid}/kas`. */
  readonly base?: string;
  /** The licence key id, unique across tenants and constant. */
  readonly keyId?: string;
}

/** Whether a key access entry belongs to a tenant. The URL of the entry is compared, never requested. */
export function isEntryOf({ url, kid }: KeyAccessObject, { base, keyId }: KnownTenant): boolean {
  if (kid && keyId !== undefined) return keyId === licenceKeyIdOf(kid);
  return base !== undefined && isSameBase(base, url);
}

/**
 * The facts of a protected file. `key` is that of the first entry that belongs to one of the `known` tenants; without
 * them, of the first entry. An entry without a `kid` has the key id of the tenant that its URL names.
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
    const tenant = known.find((candidate) => isEntryOf(entry, candidate));
    if (tenant) return { entry, tenant };
  }
  return {};
}
