import type { KasAlgorithm } from '@sealflow/tdf/kas';
import { importForOpening, isPolicyBound, unwrapDataKey } from '@sealflow/tdf/keys';
import { type AccessFacts, type Client, type Decision, decideAccess } from './access-decision.usecases.ts';
import type { FindDocumentRights } from './document-rights.port.ts';
import { LicenceKeyError } from './keys.errors.ts';
import type { LicenceKeys } from './licence-key.usecases.ts';
import type { PolicyFacts } from './policy-facts.usecases.ts';

export interface EntryDecisionServices {
  readonly keys: LicenceKeys;
  readonly findRights: FindDocumentRights;
}

/** A wrapped key of a request or a manifest. */
export interface WrappedEntry {
  readonly type?: string | undefined;
  readonly kid?: string | undefined;
  readonly wrappedKey?: string | undefined;
  readonly ephemeralPublicKey?: string | undefined;
  readonly policyBinding?: { readonly alg: string; readonly hash: string } | undefined;
}

export interface EntryRequest {
  readonly tid: string;
  readonly fid: string;
  readonly client: Client;
  readonly entry: WrappedEntry;
  /** The original text of the policy, which the policy binding covers. */
  readonly policyText: string;
  readonly policy: PolicyFacts;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface DecidedEntry {
  readonly decision: Decision;
  /** The id of one of this tenant's keys, or null. */
  readonly kid: string | null;
  /** 32 bytes if granted. The code that wraps them must wipe them. */
  readonly dataKey: Uint8Array<ArrayBuffer> | null;
}

/** Decides about one wrapped key of one document: unwraps it, collects the facts and applies the rules. */
export async function decideEntry(
  services: EntryDecisionServices,
  request: EntryRequest,
): Promise<DecidedEntry> {
  const { tid, fid, entry, policy, now, client } = request;
  const opened = await openKey(services.keys, tid, entry);
  const facts: AccessFacts = {
    now,
    client,
    key: opened.state,
    isPolicyBound: opened.dataKey !== null && (await isBound(opened.dataKey, request)),
    isOwnNamespace: policy.isOwnNamespace,
    owner: ownerOf(policy, fid),
    dissem: dissemOf(policy, fid),
    rights: await services.findRights({
      tid,
      fid,
      documentID: policy.documentID,
      owner: policy.owner,
      classificationID: policy.classificationID,
    }),
  };
  const decision = decideAccess(facts);
  const { kid } = opened;
  if (decision.granted) return { decision, kid, dataKey: opened.dataKey };
  opened.dataKey?.fill(0);
  return { decision, kid, dataKey: null };
}

function ownerOf({ owner }: PolicyFacts, fid: string): AccessFacts['owner'] {
  if (owner === null) return 'nobody';
  return owner === fid ? 'caller' : 'other';
}

function dissemOf({ dissem }: PolicyFacts, fid: string): AccessFacts['dissem'] {
  if (dissem.length === 0) return 'empty';
  return dissem.includes(fid) ? 'listed' : 'not_listed';
}

interface OpenedKey {
  state: AccessFacts['key'];
  /** The id of the tenant's key that was named, or that unwrapped the data key. */
  kid: string | null;
  dataKey: Uint8Array<ArrayBuffer> | null;
}

async function openKey(keys: LicenceKeys, tid: string, entry: WrappedEntry): Promise<OpenedKey> {
  const { kid } = entry;
  if (!kid) return openWithoutKid(keys, tid, entry);
  const key = await keys.unwrappingKey(tid, kid).catch((error: unknown) => {
    if (error instanceof LicenceKeyError) return error.code;
    throw error;
  });
  if (key === 'licence_key.unknown') return { state: 'unknown', kid: null, dataKey: null };
  if (key === 'licence_key.withdrawn') return { state: 'withdrawn', kid, dataKey: null };
  // Tampered data and a wrong key are not distinguished, so that the response reveals neither.
  const dataKey = await unwrapDataKey(definedFields(entry), key).catch(() => null);
  return dataKey ? { state: 'opened', kid, dataKey } : { state: 'unfit', kid, dataKey: null };
}

// A Map, because the type comes from the request: an object would also match the names of its prototype.
const algorithmOfType: ReadonlyMap<string, KasAlgorithm> = new Map([
  ['ec-wrapped', 'ec:secp256r1'],
  ['wrapped', 'rsa:2048'],
]);

// The key id is optional (schema/OpenTDF/key_access_object.md). Both wrappings are authenticated, so only the right
// key unwraps.
async function openWithoutKid(keys: LicenceKeys, tid: string, entry: WrappedEntry): Promise<OpenedKey> {
  const algorithm = algorithmOfType.get(entry.type ?? '');
  if (!algorithm) return { state: 'unfit', kid: null, dataKey: null };
  for (const { kid, privateKey } of await keys.unwrappingKeys(tid, algorithm)) {
    const dataKey = await unwrapDataKey(definedFields(entry), privateKey).catch(() => null);
    if (dataKey) return { state: 'opened', kid, dataKey };
  }
  return { state: 'unknown', kid: null, dataKey: null };
}

async function isBound(
  dataKey: Uint8Array<ArrayBuffer>,
  { entry, policyText }: EntryRequest,
): Promise<boolean> {
  if (!entry.policyBinding) return false;
  const { verify } = await importForOpening(dataKey);
  return isPolicyBound(verify, policyText, entry.policyBinding);
}

// The types of the format distinguish absent from undefined.
function definedFields({ type, wrappedKey, ephemeralPublicKey }: WrappedEntry) {
  return {
    ...(type === undefined ? {} : { type }),
    ...(wrappedKey === undefined ? {} : { wrappedKey }),
    ...(ephemeralPublicKey === undefined ? {} : { ephemeralPublicKey }),
  };
}
