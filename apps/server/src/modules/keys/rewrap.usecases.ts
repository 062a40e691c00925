import { decodeAdditionalContext, type RefusalReason, type RewrapResponse } from '@sealflow/tdf/kas';
import type { Clock } from '../../infra/clock/clock.port.ts';
import { type DatabaseHandle, isUnstorableText } from '../../infra/database/index.ts';
import { type AuditEntry, recordDecisions } from '../audit/audit.usecases.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import type { Client } from './access-decision.usecases.ts';
import type { IdentifyCaller, KeyCaller, RefusedCaller } from './caller.port.ts';
import { decideEntry, type EntryDecisionServices } from './entry-decision.usecases.ts';
import { AccessRefusal } from './keys.errors.ts';
import { parsePolicyFacts } from './policy-facts.usecases.ts';
import { readSignedRequest } from './request-proof.usecases.ts';
import type { PolicyRequestBody } from './rewrap-request.schemas.ts';
import {
  createClientResponse,
  createDeviceResponse,
  type DecidedPolicy,
} from './rewrap-response.usecases.ts';

/** The tenant facts that key access depends on. */
export interface KeyAccessTenant {
  readonly tid: string;
  /** The namespace of its policy attributes. */
  readonly namespace: string;
  readonly otherClientsAllowed: boolean;
}

export interface RewrapServices extends EntryDecisionServices {
  readonly handle: DatabaseHandle;
  readonly identify: IdentifyCaller;
  readonly clock: Clock;
}

export interface RewrapCall {
  readonly tenant: KeyAccessTenant;
  readonly bearer: string | undefined;
  readonly signedRequestToken: string;
  /** The header in which a client lists the obligations that it can fulfil. */
  readonly additionalContext: string | undefined;
}

/** A call with its identified caller. */
interface RewrapContext {
  readonly services: RewrapServices;
  readonly tenant: KeyAccessTenant;
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
export async function rewrap(services: RewrapServices, call: RewrapCall): Promise<RewrapResponse> {
  const now = services.clock();
  const identified = await services.identify({ tid: call.tenant.tid, token: call.bearer });
  if ('refused' in identified) return rejectCall(services, call, { now, ...identified });
  const { device } = identified;
  const context: RewrapContext = {
    services,
    tenant: call.tenant,
    caller: identified,
    client: clientOf(identified, call),
    now,
  };
  try {
    const request = await readSignedRequest(services.handle, { token: call.signedRequestToken, device, now });
    // The terms apply to one document, so a device requests one at a time.
    if (device && request.requests.length > 1) throw new AccessRefusal('request_invalid');
    const policies = await Promise.all(request.requests.map((policy) => decidePolicy(context, policy)));
    const [policy] = policies;
    if (!policy) throw new AccessRefusal('request_invalid');
    const response = device
      ? await createDeviceResponse({ device, now, policy })
      : await createClientResponse(request.clientPublicKey, policies);
    await recordDecisions(
      services.handle,
      policies.flatMap((decidedPolicy) => toAuditEntries(context, decidedPolicy)),
    );
    return response;
  } catch (error) {
    const refused = refusalReasonOf(error);
    if (!refused) throw error;
    const { aid, fid } = identified;
    return rejectCall(services, call, { now, refused, aid, fid, deviceID: device?.id ?? null });
  }
}

/** The reason of a refusal; undefined for an internal error. */
function refusalReasonOf(error: unknown): RefusalReason | undefined {
  if (error instanceof AccessRefusal) return error.reason;
  // Ids come from the caller, and none of ours contains a NUL.
  return isUnstorableText(error) ? 'request_invalid' : undefined;
}

async function rejectCall(
  services: RewrapServices,
  { tenant: { tid } }: RewrapCall,
  { now, refused, aid, deviceID, fid = null }: RefusedCaller & { now: number; fid?: string | null },
): Promise<never> {
  // Unidentified callers can send any number of requests. Their refusals are counted into one record per minute.
  if (aid === null)
    countRefusal(services.handle, { tid, act: refusalDefaults.act, reason: refused, at: now });
  else {
    const entry = { ...refusalDefaults, tid, at: new Date(now), reason: refused, aid, fid, deviceID };
    await recordDecisions(services.handle, [entry]);
  }
  throw new AccessRefusal(refused);
}

const refusalDefaults = {
  act: 'rewrap',
  decision: 'refused',
  documentID: null,
  kid: null,
  operatorID: null,
} as const satisfies Partial<AuditEntry>;

function clientOf({ device }: KeyCaller, { tenant, additionalContext }: RewrapCall): Client {
  return device
    ? { kind: 'device', isBrowser: device.isBrowser, fulfillable: decodeAdditionalContext(additionalContext) }
    : { kind: 'other', isAllowed: tenant.otherClientsAllowed };
}

async function decidePolicy(
  context: RewrapContext,
  { policy, keyAccessObjects }: PolicyRequestBody,
): Promise<DecidedPolicy> {
  const { services, tenant, caller, client, now } = context;
  const facts = parsePolicyFacts(policy.body, tenant.namespace);
  if (!facts) throw new AccessRefusal('request_invalid');
  const entries = await Promise.all(
    keyAccessObjects.map(async ({ keyAccessObjectId, keyAccessObject: entry }) => {
      const entryRequest = {
        tid: tenant.tid,
        fid: caller.fid,
        client,
        entry,
        policyText: policy.body,
        policy: facts,
        now,
      };
      return Object.assign(await decideEntry(services, entryRequest), { keyAccessObjectId });
    }),
  );
  return { policyId: policy.id, documentID: facts.documentID, entries };
}

function toAuditEntries(
  { tenant, caller, now }: RewrapContext,
  { documentID, entries }: DecidedPolicy,
): AuditEntry[] {
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
