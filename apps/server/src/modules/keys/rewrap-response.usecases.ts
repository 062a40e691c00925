import {
  grantMetadata,
  type KeyAccessRewrapResult,
  type PolicyRewrapResult,
  type RewrapResponse,
  refusalError,
  refusalMetadata,
  termsText,
} from '@sealflow/tdf/kas';
import {
  clientSession,
  deviceSession,
  importAgreementKey,
  importClientKey,
  type RewrapSession,
} from '@sealflow/tdf/keys';
import type { CallingDevice } from './caller.port.ts';
import type { DecidedEntry } from './entry-decision.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';

export interface DecidedPolicy {
  /** The client's id for the policy in this request. */
  readonly policyId: string;
  readonly documentID: string;
  readonly entries: readonly (DecidedEntry & { readonly keyAccessObjectId: string })[];
}

export interface DeviceResponseInput {
  readonly device: CallingDevice;
  readonly now: number;
  readonly policy: DecidedPolicy;
}

/**
 * The use licence: every key is wrapped to the device's registered agreement key, and the wrapping authenticates the
 * terms.
 */
export async function createDeviceResponse({
  device,
  now,
  policy,
}: DeviceResponseInput): Promise<RewrapResponse> {
  const granted = policy.entries.find(({ decision }) => decision.granted)?.decision;
  if (!granted?.granted) return { responses: [resultsOf(policy, [], {})] };
  const terms = termsText({
    documentId: policy.documentID,
    obligations: granted.obligations,
    permissions: granted.permissions,
    issuedAt: now,
    leaseEnd: granted.leaseEnd,
  });
  const session = await deviceSession(await importAgreementKey(device.agreementKey), terms);
  const wrapped = await wrapAll(policy, session);
  return {
    sessionPublicKey: session.sessionPublicKey,
    responses: [resultsOf(policy, wrapped, grantMetadata(terms))],
  };
}

/**
 * The response for a third-party client: wrapped to the key in its request, without terms, which it does not support.
 */
export async function createClientResponse(
  clientPublicKey: string | undefined,
  policies: readonly DecidedPolicy[],
): Promise<RewrapResponse> {
  const session = await clientSession(await importKeyOfClient(clientPublicKey));
  const responses = await Promise.all(
    policies.map(async (policy) => resultsOf(policy, await wrapAll(policy, session), {})),
  );
  return { sessionPublicKey: session.sessionPublicKey, responses };
}

function importKeyOfClient(pem: string | undefined): Promise<CryptoKey> {
  return importClientKey(pem ?? '').catch(() => {
    throw new AccessRefusal('request_invalid');
  });
}

function wrapAll({ entries }: DecidedPolicy, session: RewrapSession): Promise<(string | null)[]> {
  return Promise.all(
    entries.map(async ({ dataKey }) => {
      if (!dataKey) return null;
      const wrapped = await session.wrap(dataKey);
      dataKey.fill(0);
      return wrapped;
    }),
  );
}

function resultsOf(
  { policyId, entries }: DecidedPolicy,
  wrapped: readonly (string | null)[],
  metadata: Record<string, unknown>,
): PolicyRewrapResult {
  return {
    policyId,
    results: entries.map((entry, index) => resultOf(entry, wrapped[index] ?? null, metadata)),
  };
}

function resultOf(
  { keyAccessObjectId, decision }: DecidedPolicy['entries'][number],
  kasWrappedKey: string | null,
  metadata: Record<string, unknown>,
): KeyAccessRewrapResult {
  if (decision.granted && kasWrappedKey !== null) {
    return { keyAccessObjectId, status: 'permit', kasWrappedKey, metadata };
  }
  const reason = decision.granted ? 'unknown' : decision.reason;
  return {
    keyAccessObjectId,
    status: 'fail',
    error: refusalError(reason),
    metadata: refusalMetadata(reason, decision.obligations),
  };
}
