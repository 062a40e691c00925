import { importForOpening, isPolicyBound, unwrapDataKey } from '@sealflow/tdf/keys';
import { type AccessFacts, type Client, type Decision, decideAccess } from './access-decision.usecases.ts';
import type { FindDocumentRights } from './document-rights.port.ts';
import { LicenceKeyError } from './keys.errors.ts';
import type { LicenceKeys } from './licence-key.usecases.ts';
import type { PolicyFacts } from './policy-facts.usecases.ts';
import type { KeyAccessEntry } from './rewrap-request.schemas.ts';

export interface EntryParts {
  readonly keys: LicenceKeys;
  readonly findRights: FindDocumentRights;
}

export interface AskedEntry {
  readonly tid: string;
  readonly fid: string;
  readonly client: Client;
  readonly entry: KeyAccessEntry;
  /** The policy as written; the binding covers this text. */
  readonly policyText: string;
  readonly policy: PolicyFacts;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface DecidedEntry {
  readonly decision: Decision;
  /** Of one of this tenant's keys, else null. */
  readonly kid: string | null;
  /** Where granted: 32 bytes that whoever wraps them wipes. */
  readonly dataKey: Uint8Array<ArrayBuffer> | null;
}

/** Decides about one wrapped key of one document: opens it, collects the facts, asks the rule. */
export async function decideEntry(parts: EntryParts, asked: AskedEntry): Promise<DecidedEntry> {
  const { tid, fid, entry, policy, now, client } = asked;
  const opened = await openKey(parts.keys, tid, entry);
  const facts: AccessFacts = {
    now,
    client,
    key: opened.state,
    policyBound: opened.dataKey !== null && (await isBound(opened.dataKey, asked)),
    ownNamespace: policy.ownNamespace,
    isOwner: policy.owner === fid,
    isRecipient: policy.recipients.includes(fid),
    rights: await parts.findRights({
      tid,
      fid,
      documentID: policy.documentID,
      owner: policy.owner,
      classificationID: policy.classificationID,
    }),
  };
  const decision = decideAccess(facts);
  const kid = opened.state === 'unknown' ? null : (entry.kid ?? null);
  if (decision.granted) return { decision, kid, dataKey: opened.dataKey };
  opened.dataKey?.fill(0);
  return { decision, kid, dataKey: null };
}

interface OpenedKey {
  state: AccessFacts['key'];
  dataKey: Uint8Array<ArrayBuffer> | null;
}

async function openKey(keys: LicenceKeys, tid: string, entry: KeyAccessEntry): Promise<OpenedKey> {
  const key = await keys.unwrappingKey(tid, entry.kid ?? '').catch((error: unknown) => {
    if (error instanceof LicenceKeyError) return error.code;
    throw error;
  });
  if (key === 'licence_key.unknown') return { state: 'unknown', dataKey: null };
  if (key === 'licence_key.withdrawn') return { state: 'withdrawn', dataKey: null };
  // Whatever does not open was altered or made for another key: which of them is nobody's business.
  const dataKey = await unwrapDataKey(present(entry), key).catch(() => null);
  return dataKey ? { state: 'opened', dataKey } : { state: 'unfit', dataKey: null };
}

async function isBound(
  dataKey: Uint8Array<ArrayBuffer>,
  { entry, policyText }: AskedEntry,
): Promise<boolean> {
  if (!entry.policyBinding) return false;
  const { verify } = await importForOpening(dataKey);
  return isPolicyBound(verify, policyText, entry.policyBinding);
}

// Absent and undefined are two things to the types of the format.
function present({ type, wrappedKey, ephemeralPublicKey }: KeyAccessEntry) {
  return {
    ...(type === undefined ? {} : { type }),
    ...(wrappedKey === undefined ? {} : { wrappedKey }),
    ...(ephemeralPublicKey === undefined ? {} : { ephemeralPublicKey }),
  };
}
