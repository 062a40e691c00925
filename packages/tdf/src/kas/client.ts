import { TdfError } from '../error.ts';
import { isEntryOf } from '../facts.ts';
import type { Manifest } from '../manifest.ts';
import { connectCall } from './connect.ts';
import type { UseLicence } from './licence.ts';
import {
  ADDITIONAL_CONTEXT_HEADER,
  encodeAdditionalContext,
  fqnsOf,
  REQUIRED_OBLIGATIONS,
} from './obligations.ts';
import { parseTerms, refusalIn, termsIn } from './terms.ts';
import { signRequest } from './token.ts';
import type {
  KasAlgorithm,
  KeyAccessMessage,
  KeyAccessRewrapResult,
  PublicKeyResponse,
  RewrapResponse,
} from './wire.ts';

export interface KasClient {
  /** `<host>/otdf/{tid}` of the tenant. No other URL is requested. */
  readonly platformUrl: string;
  /** The bearer token of the account. */
  readonly token: string;
  /** The signing key of the device: ECDSA P-256, `sign`. */
  readonly signingKey: CryptoKey;
  /** Obligations that this client can fulfil: values of `OBLIGATIONS`. */
  readonly fulfillable: readonly string[];
  /** Milliseconds since 1970, by the service's clock if known. Default: `Date.now`. */
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
}

export interface LicenceRequest {
  /** The manifest of the file, from `readSealed`. */
  readonly manifest: Manifest;
  /** The tenant's licence key id: its documents can be opened even after the service has moved to another URL. */
  readonly keyId?: string;
  readonly signal?: AbortSignal;
}

/**
 * Requests a use licence from the tenant's key access service, wrapped to the registered agreement key of this device.
 * @throws TdfError `kas.foreign_key_access` if the file requires a key, or a share, of another service;
 * `kas.refused.<reason>`, for `obligation_unfulfilled` with `obligations`; `kas.unreachable`; `kas.answer_invalid`.
 */
export async function requestLicence(client: KasClient, request: LicenceRequest): Promise<UseLicence> {
  const { policy } = request.manifest.encryptionInformation;
  const entries = tenantEntries(client, request);
  const signedRequestToken = await signRequest(
    {
      requests: [
        {
          keyAccessObjects: entries.map((keyAccessObject, index) => ({
            keyAccessObjectId: `kao-${index}`,
            keyAccessObject: toMessage(keyAccessObject),
          })),
          policy: { id: 'policy', body: policy },
        },
      ],
    },
    client.signingKey,
    (client.now ?? Date.now)(),
  );
  const answer = await connectCall({
    url: `${client.platformUrl.replace(/\/+$/, '')}/kas.AccessService/Rewrap`,
    message: { signedRequestToken },
    headers: {
      Authorization: `Bearer ${client.token}`,
      [ADDITIONAL_CONTEXT_HEADER]: encodeAdditionalContext(client.fulfillable),
    },
    ...(client.fetch ? { fetch: client.fetch } : {}),
    signal: request.signal,
  });
  return toLicence(answer, entries);
}

type Entry = Manifest['encryptionInformation']['keyAccess'][number];

// One of the tenant's entries for each share: entries with the same `sid` are alternatives.
function tenantEntries(client: KasClient, { manifest, keyId }: LicenceRequest): readonly Entry[] {
  const tenant = { base: client.platformUrl, ...(keyId === undefined ? {} : { keyId }) };
  const shares = new Map<string, Entry | undefined>();
  for (const entry of manifest.encryptionInformation.keyAccess) {
    const sid = entry.sid ?? '';
    shares.set(sid, shares.get(sid) ?? (isEntryOf(entry, tenant) ? entry : undefined));
  }
  return [...shares.values()].map((entry) => {
    if (entry) return entry;
    throw new TdfError('kas.foreign_key_access', 'the file requires a key of another key access service');
  });
}

// Only known fields are sent: additional ones of the file's writer are irrelevant, and may be nested too deeply to
// serialise.
function toMessage(entry: Entry): KeyAccessMessage {
  const { type, url, protocol, kid, sid, wrappedKey, encryptedMetadata, ephemeralPublicKey } = entry;
  const { alg, hash } = entry.policyBinding;
  const fields = { type, url, protocol, kid, sid, wrappedKey, encryptedMetadata, ephemeralPublicKey };
  return { ...(fields as KeyAccessMessage), policyBinding: { alg, hash } };
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function toLicence(answer: RewrapResponse, entries: readonly Entry[]): UseLicence {
  const results = asList(answer.responses).flatMap((response) =>
    asList(asRecord(response)['results']).map(asRecord),
  );
  const granted = entries.map((entry, index) =>
    requireGrantedKey(entry, requireResult(results, `kao-${index}`)),
  );
  const terms = granted[0]?.terms;
  const sessionPublicKey = answer.sessionPublicKey;
  const isKey = typeof sessionPublicKey === 'string' && sessionPublicKey !== '';
  if (!isKey || terms === undefined || granted.some((key) => key.terms !== terms)) {
    throw new TdfError('kas.answer_invalid', 'the response is not a use licence');
  }
  return {
    version: 1,
    ...parseTerms(terms),
    keys: granted.map(({ kid, sid, wrappedKey }) => ({ kid, sid, wrappedKey })),
    sessionPublicKey,
    terms,
  };
}

type PartialResult = Partial<KeyAccessRewrapResult>;

function requireResult(results: readonly PartialResult[], id: string): PartialResult {
  const result = results.find(({ keyAccessObjectId }) => keyAccessObjectId === id);
  if (!result) throw new TdfError('kas.answer_invalid', 'the response lacks a key');
  return result;
}

function requireGrantedKey({ kid, sid }: Entry, { status, kasWrappedKey, metadata }: PartialResult) {
  const terms = termsIn(metadata);
  if (status === 'permit' && typeof kasWrappedKey === 'string' && terms !== undefined) {
    return { kid: kid ?? null, sid: sid ?? null, wrappedKey: kasWrappedKey, terms };
  }
  if (status === 'permit') throw new TdfError('kas.answer_invalid', 'a permitted result lacks key or terms');
  const obligations = fqnsOf(metadata?.[REQUIRED_OBLIGATIONS]);
  throw new TdfError(`kas.refused.${refusalIn(metadata)}`, 'the key access service rejected the request', {
    obligations,
  });
}

/** The newest public key of a tenant, for sealing. @throws TdfError as `requestLicence`. */
export async function fetchPublicKey(
  client: Pick<KasClient, 'platformUrl' | 'fetch'>,
  algorithm: KasAlgorithm = 'ec:secp256r1',
  signal?: AbortSignal,
): Promise<PublicKeyResponse> {
  const answer = await connectCall({
    url: `${client.platformUrl.replace(/\/+$/, '')}/kas.AccessService/PublicKey`,
    message: { algorithm, fmt: 'pkcs8', v: '2' },
    ...(client.fetch ? { fetch: client.fetch } : {}),
    signal,
  });
  const { publicKey, kid } = answer;
  if (typeof publicKey === 'string' && typeof kid === 'string') return { publicKey, kid };
  throw new TdfError('kas.answer_invalid', 'the response contains no public key');
}
