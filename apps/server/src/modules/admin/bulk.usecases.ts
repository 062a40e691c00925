import type { Body } from '@sealflow/contract';
import type { ErrorParams } from '@sealflow/domain/errors';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { withdrawDocument } from '../documents/documents.usecases.ts';
import type { MemberChange } from '../tenants/administer-members.usecases.ts';
import type { AdministeredMember } from '../tenants/administered-members.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { endMemberSessions, requestMemberReset, withdrawMemberDevice } from './member-account.usecases.ts';
import { changeMember, resendMemberInvitation } from './members.usecases.ts';

type BulkAction = Body<'POST /api/v1/tenants/{tid}/admin/members/actions/bulk'>['action'];

type BulkResult =
  | { id: string; ok: true }
  | { id: string; ok: false; code: ServiceError['code']; params: ErrorParams };

/**
 * Performs one act on each of these members, one after the other: changes of a tenant are serialised anyway. Each has its
 * own transaction, so that a refusal for one member does not affect the others.
 */
export function runBulkAction(
  services: AdminServices,
  actor: Actor,
  { fids, action }: { fids: readonly string[]; action: BulkAction },
): Promise<BulkResult[]> {
  return runEach(fids, (fid) => runAction(services, actor, fid, action));
}

/** Withdraws each of these documents, as {@link runBulkAction} does with members. */
export function withdrawDocuments(
  services: AdminServices,
  actor: Actor,
  documentIDs: readonly string[],
): Promise<BulkResult[]> {
  return runEach(documentIDs, (documentID) => withdrawDocument(services, actor, documentID));
}

/** Withdraws each of these devices, as {@link runBulkAction} does with members. */
export function withdrawDevices(
  services: AdminServices,
  actor: Actor,
  devices: readonly { readonly fid: string; readonly deviceID: string }[],
): Promise<BulkResult[]> {
  const deviceByID = new Map(devices.map((device) => [`${device.fid}/${device.deviceID}`, device]));
  return runEach([...deviceByID.keys()], async (id) => {
    const device = deviceByID.get(id);
    if (device) await withdrawMemberDevice(services, actor, device);
  });
}

async function runEach(ids: readonly string[], run: (id: string) => Promise<unknown>): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) results.push(await runOne(id, () => run(id)));
  return results;
}

async function runOne(id: string, run: () => Promise<unknown>): Promise<BulkResult> {
  try {
    await run();
    return { id, ok: true };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'app.unavailable') throw error;
    return { id, ok: false, code: error.code, params: error.params };
  }
}

async function runAction(
  services: AdminServices,
  actor: Actor,
  fid: string,
  action: BulkAction,
): Promise<void> {
  const { kind } = action;
  if (kind === 'end-sessions') await endMemberSessions(services, actor, fid);
  else if (kind === 'request-reset') await requestMemberReset(services, actor, fid);
  else if (kind === 'resend-invitation') await resendMemberInvitation(services, actor, fid);
  else await changeMember(services, actor, { fid, change: (member) => changeOf(action, member) });
}

const stateAfter = { suspend: 'suspended', reactivate: 'active', end: 'ended' } as const;

function changeOf(action: BulkAction, { roles }: AdministeredMember): MemberChange {
  const roleIDs = roles.map(({ roleID }) => roleID);
  if (action.kind === 'move') return { orgID: action.orgID };
  if (action.kind === 'add-role') return { roles: [...roleIDs, action.roleID] };
  if (action.kind === 'remove-role') return { roles: roleIDs.filter((roleID) => roleID !== action.roleID) };
  return action.kind in stateAfter ? { state: stateAfter[action.kind as keyof typeof stateAfter] } : {};
}
