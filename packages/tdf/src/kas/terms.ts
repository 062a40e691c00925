import { type RefusalReason, TdfError } from '../error.ts';
import { fqnsOf, REQUIRED_OBLIGATIONS } from './obligations.ts';

/**
 * What a use licence allows. The service writes the terms once as text; that text is part of the key derivation of the
 * wrapped key, so a device that keeps the licence cannot lengthen its lease or drop an obligation from the kept form.
 */
export interface LicenceTerms {
  /** The policy's uuid. */
  readonly documentId: string;
  /** FQNs, lower case. */
  readonly obligations: readonly string[];
  /** The service's time in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970; null is a licence without an end. */
  readonly leaseEnd: number | null;
}

const TERMS = 'X-Sealflow-Terms';
const REFUSAL = 'X-Sealflow-Refusal';

/** The text of terms: what the service hands to `wrapForDevice` and to `grantMetadata`, the very same. */
export const termsText = ({ documentId, obligations, issuedAt, leaseEnd }: LicenceTerms): string =>
  JSON.stringify({ documentId, obligations: fqnsOf(obligations), issuedAt, leaseEnd });

/** Reads a text of terms. @throws TdfError `kas.answer_invalid`. */
export function parseTerms(text: string): LicenceTerms {
  const terms = parsed(text);
  const { documentId, obligations, issuedAt, leaseEnd } = terms;
  if (typeof documentId !== 'string' || !Array.isArray(obligations) || !isTime(issuedAt)) throw invalid();
  if (leaseEnd !== null && !isTime(leaseEnd)) throw invalid();
  return { documentId, obligations: fqnsOf(obligations), issuedAt, leaseEnd };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);
const invalid = () => new TdfError('kas.answer_invalid', 'the terms of the licence are not readable');

function parsed(text: unknown): Record<string, unknown> {
  // A kept licence may hold anything there, and a list of one text would be read as that text.
  if (typeof text !== 'string') throw invalid();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new TdfError('kas.answer_invalid', 'the terms of the licence are no JSON', { cause });
  }
  throw invalid();
}

/** Metadata of a permitted result for one of our devices. */
export const grantMetadata = (terms: string): Record<string, unknown> => ({
  [REQUIRED_OBLIGATIONS]: parseTerms(terms).obligations,
  [TERMS]: terms,
});

/** Metadata of a refused result; `obligations` are those that the client lacks. */
export const refusalMetadata = (
  reason: RefusalReason,
  obligations: readonly string[] = [],
): Record<string, unknown> => ({ [REQUIRED_OBLIGATIONS]: obligations, [REFUSAL]: reason });

/** The text of terms in a result's metadata, if there is one. */
export function termsIn(metadata: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const text = metadata?.[TERMS];
  return typeof text === 'string' ? text : undefined;
}

// In a record, so that the compiler asks for a new reason here too.
const REASONS: Record<RefusalReason, true> = {
  signed_out: true,
  tenant_access_denied: true,
  account_inactive: true,
  device_required: true,
  device_withdrawn: true,
  request_invalid: true,
  request_expired: true,
  request_replayed: true,
  key_unknown: true,
  key_withdrawn: true,
  policy_binding_mismatch: true,
  document_withdrawn: true,
  not_cleared: true,
  no_grant: true,
  obligation_unfulfilled: true,
  client_not_allowed: true,
  unknown: true,
};

export const isRefusalReason = (value: unknown): value is RefusalReason =>
  typeof value === 'string' && Object.keys(REASONS).includes(value);

/** The reason in a refused result's metadata; `unknown` where a service of another make answers. */
export function refusalIn(metadata: Readonly<Record<string, unknown>> | undefined): RefusalReason {
  const reason = metadata?.[REFUSAL];
  return isRefusalReason(reason) ? reason : 'unknown';
}

// Public SDKs look for the name of a Connect code in the text of a refused result.
const REFUSED_AS: Partial<Record<RefusalReason, string>> = {
  signed_out: 'Unauthenticated',
  request_invalid: 'InvalidArgument',
  policy_binding_mismatch: 'InvalidArgument',
};

/** The `error` text of a refused result, which public SDKs match on. */
export const refusalError = (reason: RefusalReason): string =>
  `${REFUSED_AS[reason] ?? 'PermissionDenied'}: ${reason}`;
