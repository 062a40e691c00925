import { decodeAdditionalContext, type RefusalReason, type RewrapResponse } from '@sealflow/tdf/kas';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, isUnstorableText } from '../../infra/database/index.ts';
import { type AuditEntry, recordDecisions } from '../audit/audit.usecases.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { Client } from './access-decision.usecases.ts';
import type { IdentifyCaller, KeyCaller, RefusedCaller } from './caller.port.ts';
import { decideEntry, type EntryParts } from './entry-decision.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { policyFacts } from './policy-facts.usecases.ts';
import { readSignedRequest } from './request-proof.usecases.ts';
import { answerClient, answerDevice, type DecidedPolicy } from './rewrap-answer.usecases.ts';
import type { PolicyRequestBody } from './rewrap-request.schemas.ts';

/** The tenant facts that key access depends on. */
export interface KeyTenant {
  readonly tid: string;
  /** The namespace of its policy attributes. */
  readonly namespace: string;
  readonly otherClientsAllowed: boolean;
}

export interface RewrapParts extends EntryParts {
  readonly handle: DatabaseHandle;
  readonly identify: IdentifyCaller;
  readonly clock: Clock;
}

export interface RewrapAsk {
  readonly tenant: KeyTenant;
  readonly bearer: string | undefined;
  readonly signedRequestToken: string;
  /** The header in which a client lists the obligations that it can fulfil. */
  readonly additionalContext: string | undefined;
}

/** A call with its identified caller. */
interface Asked {
  readonly parts: RewrapParts;
  readonly tenant: KeyTenant;
  readonly caller: KeyCaller;
  readonly client: Client;
  readonly now: number;
}

/**
 * Returns a use licence or the reasons of refusal. Every decision about an identified caller is recorded before the
 * response is sent.
 *
 * @throws AccessRefusal if the caller or the request is refused as a whole.
 */
export async function rewrap(parts: RewrapParts, ask: RewrapAsk): Promise<RewrapResponse> {
  const now = parts.clock();
  const identified = await parts.identify({ tid: ask.tenant.tid, token: ask.bearer });
  if ('refused' in identified) return refuseWhole(parts, ask, { now, ...identified });
  const { device } = identified;
  const asked: Asked = {
    parts,
    tenant: ask.tenant,
    caller: identified,
    client: clientOf(identified, ask),
    now,
  };
  try {
    const request = await readSignedRequest(parts.handle, { token: ask.signedRequestToken, device, now });
    // The terms apply to one document, so a device requests one at a time.
    if (device && request.requests.length > 1) throw new AccessRefusal('request_invalid');
    const policies = await Promise.all(request.requests.map((policy) => decidePolicy(asked, policy)));
    const [policy] = policies;
    if (!policy) throw new AccessRefusal('request_invalid');
    const answer = device
      ? await answerDevice({ device, now, policy })
      : await answerClient(request.clientPublicKey, policies);
    await recordDecisions(
      parts.handle,
      policies.flatMap((of) => auditOf(asked, of)),
    );
    return answer;
  } catch (error) {
    const refused = reasonIn(error);
    if (!refused) throw error;
    const { aid, fid } = identified;
    return refuseWhole(parts, ask, { now, refused, aid, fid, deviceID: device?.id ?? null });
  }
}

/** The reason of a refusal; undefined for an internal error. */
function reasonIn(error: unknown): RefusalReason | undefined {
  if (error instanceof AccessRefusal) return error.reason;
  // Ids come from the caller, and none of ours contains a NUL.
  return isUnstorableText(error) ? 'request_invalid' : undefined;
}

async function refuseWhole(
  parts: RewrapParts,
  { tenant: { tid } }: RewrapAsk,
  { now, refused, aid, deviceID, fid = null }: RefusedCaller & { now: number; fid?: string | null },
): Promise<never> {
  // Unidentified callers can send any number of requests. Their refusals are counted into one record per minute.
  if (aid === null) countRefusal(parts.handle, { tid, act: nothing.act, reason: refused, at: now });
  else {
    const entry = { ...nothing, tid, at: new Date(now), reason: refused, aid, fid, deviceID };
    await recordDecisions(parts.handle, [entry]);
  }
  throw new AccessRefusal(refused);
}

const nothing = {
  act: 'rewrap',
  decision: 'refused',
  documentID: null,
  kid: null,
  operatorID: null,
} as const satisfies Partial<AuditEntry>;

function clientOf({ device }: KeyCaller, { tenant, additionalContext }: RewrapAsk): Client {
  return device
    ? { kind: 'device', isBrowser: device.isBrowser, fulfillable: decodeAdditionalContext(additionalContext) }
    : { kind: 'other', allowed: tenant.otherClientsAllowed };
}

async function decidePolicy(
  asked: Asked,
  { policy, keyAccessObjects }: PolicyRequestBody,
): Promise<DecidedPolicy> {
  const { parts, tenant, caller, client, now } = asked;
  const facts = policyFacts(policy.body, tenant.namespace);
  if (!facts) throw new AccessRefusal('request_invalid');
  const entries = await Promise.all(
    keyAccessObjects.map(async ({ keyAccessObjectId, keyAccessObject: entry }) => {
      const about = {
        tid: tenant.tid,
        fid: caller.fid,
        client,
        entry,
        policyText: policy.body,
        policy: facts,
        now,
      };
      return Object.assign(await decideEntry(parts, about), { keyAccessObjectId });
    }),
  );
  return { policyId: policy.id, documentID: facts.documentID, entries };
}

function auditOf({ tenant, caller, now }: Asked, { documentID, entries }: DecidedPolicy): AuditEntry[] {
  return entries.map(({ decision, kid }) => ({
    tid: tenant.tid,
    at: new Date(now),
    act: 'rewrap',
    operatorID: null,
    decision: decision.granted ? 'granted' : 'refused',
    reason: decision.granted ? null : (decision.reason satisfies RefusalReason),
    aid: caller.aid,
    fid: caller.fid,
    deviceID: caller.device?.id ?? null,
    documentID,
    kid,
  }));
}
