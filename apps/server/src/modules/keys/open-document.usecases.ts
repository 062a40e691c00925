import { createHash } from 'node:crypto';
import { parsePolicy } from '@sealflow/tdf';
import { OBLIGATIONS, type RefusalReason } from '@sealflow/tdf/kas';
import { importForOpening, joinShares } from '@sealflow/tdf/keys';
import { nodeDecipher } from '@sealflow/tdf/node';
import {
  type ByteSource,
  type OpenDocument,
  openDocument,
  type PayloadKeys,
  readSealed,
  type SealedFile,
} from '@sealflow/tdf/reader';
import { maxHeaderBytes } from '../../infra/files/header-limit.rules.ts';
import type { Client } from './access-decision.usecases.ts';
import { decideEntry, type EntryDecisionServices } from './entry-decision.usecases.ts';
import { type PolicyFacts, parsePolicyFacts } from './policy-facts.usecases.ts';

export interface OpeningRequest {
  readonly tid: string;
  /** The namespace of the tenant's policy attributes. */
  readonly namespace: string;
  /** The person on whose behalf it is opened, and whose rights decide. */
  readonly fid: string;
  /** The stored file; it must stay open while the content is read. */
  readonly source: ByteSource;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Opening =
  | { readonly state: 'plain' }
  | { readonly state: 'refused'; readonly reason: RefusalReason }
  | {
      readonly state: 'opened';
      readonly document: OpenDocument;
      readonly policy: PolicyFacts;
      /** Identifies a registered document: a sealer can write any document id into a policy. */
      readonly manifestSha256: string;
    };

/**
 * Opens a stored document inside the service, by the same decision as a use licence: only if this person may open it
 * now. Obligations do not apply, because nothing is displayed here. The content is authenticated segment by segment.
 *
 * @throws TdfError if the file is damaged.
 */
export async function openForService(
  services: EntryDecisionServices,
  request: OpeningRequest,
): Promise<Opening> {
  const sealed = await readSealed(request.source, undefined, maxHeaderBytes);
  if (!sealed) return { state: 'plain' };
  const policy = parsePolicyFacts(sealed.manifest.encryptionInformation.policy, request.namespace);
  if (!policy) return { state: 'refused', reason: 'request_invalid' };
  const shares: Share[] = [];
  try {
    for (const group of groupShares(sealed)) {
      const share = await openShare(services, { ...request, sealed, policy, group });
      if ('reason' in share) return { state: 'refused', reason: share.reason };
      shares.push(share);
    }
    const keys = await payloadKeys(sealed, shares);
    const document = await openDocument({ source: sealed, keys });
    return { state: 'opened', document, policy, manifestSha256: await manifestDigest(sealed) };
  } finally {
    for (const { dataKey } of shares) dataKey.fill(0);
  }
}

async function manifestDigest({ source, manifestRange: { offset, size } }: SealedFile): Promise<string> {
  return createHash('sha256')
    .update(await source.read(offset, size))
    .digest('hex');
}

type Entry = SealedFile['manifest']['encryptionInformation']['keyAccess'][number];

interface Share {
  readonly entry: Entry;
  readonly dataKey: Uint8Array<ArrayBuffer>;
}

/** Entries with the same share id are alternatives; one entry of each share id is required. */
function groupShares({ manifest }: SealedFile): Entry[][] {
  const groups = Map.groupBy(manifest.encryptionInformation.keyAccess, ({ sid }) => sid ?? null);
  return [...groups.values()];
}

const serviceClient: Client = { kind: 'device', isBrowser: false, fulfillable: Object.values(OBLIGATIONS) };

async function openShare(
  services: EntryDecisionServices,
  request: OpeningRequest & { sealed: SealedFile; policy: PolicyFacts; group: readonly Entry[] },
): Promise<Share | { reason: RefusalReason }> {
  const { tid, fid, now, policy, sealed, group } = request;
  const policyText = sealed.manifest.encryptionInformation.policy;
  let reason: RefusalReason = 'key_unknown';
  for (const entry of group) {
    const { decision, dataKey } = await decideEntry(services, {
      tid,
      fid,
      client: serviceClient,
      entry,
      policyText,
      policy,
      now,
    });
    if (decision.granted && dataKey) return { entry, dataKey };
    if (!decision.granted && decision.reason !== 'key_unknown') ({ reason } = decision);
  }
  return { reason };
}

async function payloadKeys({ manifest }: SealedFile, shares: readonly Share[]): Promise<PayloadKeys> {
  const documentId = parsePolicy(manifest.encryptionInformation.policy).uuid;
  const joinedKey = joinShares(shares.map(({ dataKey }) => dataKey));
  try {
    const sharesWithKeys = await Promise.all(
      shares.map(async ({ entry: { kid = null, sid = null }, dataKey }) => ({
        kid,
        sid,
        ...(await importForOpening(dataKey)),
      })),
    );
    const decipher = nodeDecipher(joinedKey);
    return { documentId, ...(await importForOpening(joinedKey)), decipher, shares: sharesWithKeys };
  } finally {
    joinedKey.fill(0);
  }
}
