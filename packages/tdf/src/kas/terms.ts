import { type RefusalReason, TdfError } from '../error.ts';
import { fqnsOf, REQUIRED_OBLIGATIONS } from './obligations.ts';

/**
 * The terms of a use licence. The service writes them once as text. That text is an input of the key derivation for the
 * wrapped key, so a device cannot extend the lease or drop an obligation in its stored copy.
 */
export interface LicenceTerms {
  /** The uuid of the policy. */
  readonly documentId: string;
  /** FQNs, in lower case. */
  readonly obligations: readonly string[];
  /** Uses beyond reading that the licence allows: values of `PERMISSIONS`. Empty for licences of older services. */
  readonly permissions: readonly string[];
  /** Time of the service, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970; null for a licence without an end. */
  readonly leaseEnd: number | null;
}

const TERMS_FIELD = 'X-Sealflow-Terms';
const REFUSAL_FIELD = 'X-Sealflow-Refusal';

/** Uses beyond reading that a licence can allow. A use that is not listed is not allowed. */
export const PERMISSIONS = {
  /** Printing, with the watermark in the pixels of every page. */
  print: 'print',
} as const;

/** The text of terms. The service passes the identical text to `wrapForDevice` and to `grantMetadata`. */
export const termsText = (terms: NewTerms): string => {
  const { documentId, obligations, permissions = [], issuedAt, leaseEnd } = terms;
  return JSON.stringify({
    documentId,
    obligations: fqnsOf(obligations),
    ...(permissions.length > 0 ? { permissions } : {}),
    issuedAt,
    leaseEnd,
  });
};

type NewTerms = Omit<LicenceTerms, 'permissions'> & Partial<Pick<LicenceTerms, 'permissions'>>;

/** Parses the text of terms. @throws TdfError `kas.answer_invalid`. */
export function parseTerms(text: string): LicenceTerms {
  const terms = parseObject(text);
  const { documentId, obligations, permissions = [], issuedAt, leaseEnd } = terms;
  if (typeof documentId !== 'string' || !Array.isArray(obligations) || !isTime(issuedAt))
    throw invalidTerms();
  if (leaseEnd !== null && !isTime(leaseEnd)) throw invalidTerms();
  if (!Array.isArray(permissions)) throw invalidTerms();
  return {
    documentId,
    obligations: fqnsOf(obligations),
    permissions: permissions.filter((one): one is string => typeof one === 'string'),
    issuedAt,
    leaseEnd,
  };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);
const invalidTerms = () => new TdfError('kas.answer_invalid', 'the licence terms are invalid');

function parseObject(text: unknown): Record<string, unknown> {
  // A stored licence may have a value of any type here, and a list of one text would be converted to that text.
  if (typeof text !== 'string') throw invalidTerms();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new TdfError('kas.answer_invalid', 'the licence terms are not JSON', { cause });
  }
  throw invalidTerms();
}

/** Metadata of a permitted result for a registered device. */
export const grantMetadata = (terms: string): Record<string, unknown> => ({
  [REQUIRED_OBLIGATIONS]: parseTerms(terms).obligations,
  [TERMS_FIELD]: terms,
});

/** Metadata of a rejected result; `obligations` are those that the client cannot fulfil. */
export const refusalMetadata = (
  reason: RefusalReason,
  obligations: readonly string[] = [],
): Record<string, unknown> => ({ [REQUIRED_OBLIGATIONS]: obligations, [REFUSAL_FIELD]: reason });

/** The text of terms in the metadata of a result, if any. */
export function termsIn(metadata: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const text = metadata?.[TERMS_FIELD];
  return typeof text === 'string' ? text : undefined;
}

// A record, so that the compiler requires new reasons here.
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

/** The reason in the metadata of a rejected result; `unknown` for third-party services. */
export function refusalIn(metadata: Readonly<Record<string, unknown>> | undefined): RefusalReason {
  const reason = metadata?.[REFUSAL_FIELD];
  return isRefusalReason(reason) ? reason : 'unknown';
}

// Public SDKs search the text of a rejected result for the name of a Connect code.
const CONNECT_CODES: Partial<Record<RefusalReason, string>> = {
  signed_out: 'Unauthenticated',
  request_invalid: 'InvalidArgument',
  policy_binding_mismatch: 'InvalidArgument',
};

/** The `error` text of a rejected result, which public SDKs match. */
export const refusalError = (reason: RefusalReason): string =>
  `${CONNECT_CODES[reason] ?? 'PermissionDenied'}: ${reason}`;
