import { OBLIGATIONS, PERMISSIONS, type RefusalReason } from '@sealflow/tdf/kas';
import type { DocumentRights } from './document-rights.port.ts';

/** The facts on which the decision about one document depends. */
export interface AccessFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The result of unwrapping the data key. */
  readonly key: 'opened' | 'unknown' | 'withdrawn' | 'unfit';
  readonly isPolicyBound: boolean;
  /** Whether every attribute of the policy is in this tenant's namespace. */
  readonly isOwnNamespace: boolean;
  /** The person whom the policy's owner attribute names. */
  readonly owner: 'caller' | 'other' | 'nobody';
  /** Whether the policy's dissemination list contains the caller; `empty` means no restriction. */
  readonly dissem: 'empty' | 'listed' | 'not_listed';
  readonly rights: DocumentRights;
  readonly client: Client;
}

export type Client =
  | { readonly kind: 'device'; readonly isBrowser: boolean; readonly fulfillable: readonly string[] }
  /** A third-party client without a registered device; allowed by a tenant setting. */
  | { readonly kind: 'other'; readonly isAllowed: boolean };

export type Decision =
  | {
      readonly granted: true;
      readonly obligations: readonly string[];
      /** Uses beyond reading: values of `PERMISSIONS`. */
      readonly permissions: readonly string[];
      /** Milliseconds since 1970; null for a licence without an end. */
      readonly leaseEnd: number | null;
    }
  | {
      readonly granted: false;
      readonly reason: RefusalReason;
      /** The obligations that the client cannot fulfil. */
      readonly obligations: readonly string[];
    };

/** Decides whether the caller may open a document, and on which terms. The first matching rule decides. */
export function decideAccess(facts: AccessFacts): Decision {
  const reason = keyRefusal(facts) ?? documentRefusal(facts);
  if (reason) return refusal(reason);
  const leaseEnd = leaseEndOf(facts);
  const obligations = obligationsOf(facts, leaseEnd);
  if (!isClientAllowed(facts, obligations)) return refusal('client_not_allowed');
  const missing = facts.client.kind === 'device' ? difference(obligations, facts.client.fulfillable) : [];
  if (missing.length > 0) return refusal('obligation_unfulfilled', missing);
  return { granted: true, obligations, permissions: permissionsOf(facts.rights), leaseEnd };
}

function keyRefusal({ key, isPolicyBound, isOwnNamespace }: AccessFacts): RefusalReason | undefined {
  if (key === 'unknown') return 'key_unknown';
  if (key === 'withdrawn') return 'key_withdrawn';
  if (key === 'unfit') return 'request_invalid';
  if (!isPolicyBound) return 'policy_binding_mismatch';
  // The reason must concern this document only, as for an unreadable policy: a device deletes all licences of a
  // person who loses access to the tenant.
  return isOwnNamespace ? undefined : 'request_invalid';
}

function documentRefusal(facts: AccessFacts): RefusalReason | undefined {
  const { now, rights, dissem } = facts;
  const { isWithdrawn, accessClass, clearance, grant } = rights;
  if (isWithdrawn) return 'document_withdrawn';
  if (!accessClass || accessClass.level > clearance) return 'not_cleared';
  // The dissemination list is part of the policy that the sealer bound to the key. Neither ownership nor a grant
  // overrides it.
  if (dissem === 'not_listed') return 'no_grant';
  const isGranted = grant !== null && (grant.until === null || grant.until > now);
  return isAllowedByPolicy(facts) || isGranted ? undefined : 'no_grant';
}

/** The dissemination list restricts the owner attribute. It grants access only if the policy names no owner. */
const isAllowedByPolicy = ({ owner, dissem }: AccessFacts): boolean =>
  owner === 'caller' || (owner === 'nobody' && dissem === 'listed');

/** The earlier of the end of the classification's lease and the end of the grant, if access depends on the grant. */
function leaseEndOf(facts: AccessFacts): number | null {
  const { now, rights } = facts;
  const { accessClass, grant } = rights;
  const byClass = accessClass?.leaseSeconds == null ? null : now + accessClass.leaseSeconds * 1000;
  const byGrant = isAllowedByPolicy(facts) ? null : (grant?.until ?? null);
  if (byClass === null || byGrant === null) return byClass ?? byGrant;
  return Math.min(byClass, byGrant);
}

function obligationsOf({ rights: { accessClass } }: AccessFacts, leaseEnd: number | null): readonly string[] {
  return [
    ...(accessClass?.watermark ? [OBLIGATIONS.watermark] : []),
    ...(accessClass?.noDownload ? [OBLIGATIONS.noDownload] : []),
    ...(accessClass?.noCapture ? [OBLIGATIONS.noCapture] : []),
    ...(leaseEnd === null ? [] : [OBLIGATIONS.lease]),
  ];
}

const permissionsOf = (rights: DocumentRights): readonly string[] =>
  isPrintingAllowed(rights) ? [PERMISSIONS.print] : [];

/**
 * Whether a document may be printed. A print leaves the device, as a download and a capture do: a document that forbids one of
 * them is not printed either.
 */
export function isPrintingAllowed({ accessClass, printingMaxLevel }: DocumentRights): boolean {
  if (!accessClass || printingMaxLevel === null || accessClass.level > printingMaxLevel) return false;
  return !accessClass.noDownload && !accessClass.noCapture;
}

function isClientAllowed({ client, rights }: AccessFacts, obligations: readonly string[]): boolean {
  const excludesBrowsers = rights.accessClass?.excludesBrowsers ?? false;
  if (client.kind === 'device') return !(client.isBrowser && excludesBrowsers);
  // The tenant setting waives the watermark for third-party clients. They can fulfil no other obligation.
  return (
    client.isAllowed && !excludesBrowsers && difference(obligations, [OBLIGATIONS.watermark]).length === 0
  );
}

const difference = (all: readonly string[], some: readonly string[]): readonly string[] =>
  all.filter((one) => !some.includes(one));

const refusal = (reason: RefusalReason, obligations: readonly string[] = []): Decision => ({
  granted: false,
  reason,
  obligations,
});
