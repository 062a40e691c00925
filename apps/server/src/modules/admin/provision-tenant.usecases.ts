import {
  type ApplicationType,
  applicationTypes,
  chineseTypeNames,
  type Process,
} from '@sealflow/domain/workflow';
import { type DatabaseTransaction, violatedUniqueIndex } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { findAccountByIdentifier } from '../accounts/accounts.usecases.ts';
import { createClassification } from '../documents/classifications.usecases.ts';
import { namespaceOf } from '../keys/key-access.usecases.ts';
import { admitMember } from '../tenants/administer-members.usecases.ts';
import { invitationQueue, sendInvitation } from '../tenants/invitations.usecases.ts';
import {
  type AdministeredTenant,
  assertNamespaceAvailable,
  parseServiceOrigin,
  requireAdministeredTenant,
  type TenantSettings,
} from '../tenants/tenant-settings.usecases.ts';
import { createTenant, randomID } from '../tenants/tenants.usecases.ts';
import { defineFlowType } from '../workflow/flow-types.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act, operatorActor } from './audited-action.usecases.ts';
import { parseInvitee } from './joining.usecases.ts';
import { assertRetention } from './retention-limits.usecases.ts';

interface FirstMember {
  /** A username, phone number or e-mail address. */
  account: string;
  name: string;
}

export interface TenantProvisioning extends Omit<TenantSettings, 'namespace'> {
  tid?: string | undefined;
  namespace?: string | undefined;
  administrators: readonly FirstMember[];
  /** If there are any, the tenant gets every kind of application, each decided by any one of them. */
  approvers: readonly FirstMember[];
}

/** The classifications of a new tenant. */
const defaultClassifications = [{ id: 'internal', name: '内部', level: 1, isDefault: true }];

export type TenantWithDefaults = Omit<TenantSettings, 'namespace'> & {
  tid: string;
  /** If omitted, it is derived from the current address of the service. */
  namespace?: string | undefined;
  publicUrl: string;
  classifications?: readonly { id: string; name: string; level: number; isDefault?: boolean }[];
};

/**
 * Creates a tenant with its built-in roles and first classifications. The namespace is stored because documents
 * contain it and must stay readable when the address of the service changes.
 * @throws ServiceError `admin.tenant_exists`, `admin.namespace_taken`.
 */
export async function createTenantWithDefaults(
  transaction: DatabaseTransaction,
  tenant: TenantWithDefaults,
): Promise<void> {
  const { tid, publicUrl, classifications = defaultClassifications, ...settings } = tenant;
  const namespace = settings.namespace ?? namespaceOf({ tid, namespace: null }, publicUrl);
  await assertNamespaceAvailable(transaction, { tid, namespace });
  await createTenant(transaction, { ...settings, tid, namespace }).catch((error: unknown) => {
    if (violatedUniqueIndex(error) === 'tenants_pkey') throw new ServiceError('admin.tenant_exists');
    throw error;
  });
  for (const one of classifications) await createClassification(transaction, { ...one, tid });
}

/**
 * Creates a tenant that is ready to use. People named by a contact that its owner has not verified are invited,
 * because another person may have claimed it.
 * @throws ServiceError `admin.…`, `login.user_not_found` for an account that does not exist.
 */
export async function provisionTenant(
  services: AdminServices,
  operatorID: string,
  { administrators, approvers, ...form }: TenantProvisioning,
): Promise<AdministeredTenant> {
  assertRetention(services.retention, form);
  const tid = form.tid ?? randomID('t');
  const allowPrivate = services.allowPrivateServiceApi;
  const serviceAPI = form.serviceAPI === null ? null : parseServiceOrigin(form.serviceAPI, { allowPrivate });
  await act(services, operatorActor(operatorID, tid), async ({ transaction, at, record }) => {
    await createTenantWithDefaults(transaction, {
      ...form,
      tid,
      serviceAPI,
      publicUrl: services.publicUrl(),
    });
    await record({ act: 'tenant.created', subject: tid });
    const fids = new Map<string, string>();
    const admit = async ({ account, name }: FirstMember, role: string) => {
      const found = await findAccountByIdentifier(transaction, account);
      if (!found) throw new ServiceError('login.user_not_found');
      const { aid } = found.account;
      const existingFid = fids.get(aid);
      if (existingFid !== undefined) return existingFid;
      const isMember = found.isOwnIdentifier || services.membership === 'direct';
      const person = { tid, name, orgID: null, roles: [role], rights: [], deny: [] };
      const joining = isMember ? { aid, state: 'active' as const } : { aid: null, state: 'invited' as const };
      const { fid } = await admitMember(transaction, 'unlimited', { ...person, ...joining });
      fids.set(aid, fid);
      await record({ act: isMember ? 'member.added' : 'member.invited', subject: fid });
      if (isMember) return fid;
      const invitee = parseInvitee(account);
      const { invitationID } = await sendInvitation(transaction, { tid, fid, invitee, createdAid: null, at });
      await services.outbox.send(transaction, invitationQueue, [{ data: { invitationID } }]);
      return fid;
    };
    for (const one of administrators) await admit(one, 'administrators');
    const approverFids: string[] = [];
    for (const one of approvers) approverFids.push(await admit(one, 'users'));
    const types = approverFids.length === 0 ? [] : standardFlowTypes([...new Set(approverFids)]);
    for (const type of types) {
      await defineFlowType(transaction, { tid, ...type });
      await record({ act: 'flow_type.defined', subject: type.type });
    }
  });
  // Creates the first key generation. If this node ends here, the first request creates it.
  await services.keys.wrappingKey(tid, 'ec:secp256r1');
  return requireAdministeredTenant(services.db, tid);
}

/** All kinds of application, each approved by any one of the given people and processed by the service. */
function standardFlowTypes(
  approvers: readonly string[],
): { type: ApplicationType; name: string; process: Process }[] {
  return (Object.keys(chineseTypeNames) as ApplicationType[]).map((type) => {
    const { delivery, needsProcessing } = applicationTypes[type];
    return {
      type,
      name: chineseTypeNames[type],
      process: {
        stages: [{ rule: 'any_of', approvers }],
        cc: [],
        fileProcess: needsProcessing ? { by: 'service' } : null,
        delivery,
        directComplete: false,
        taskTimeLimit: null,
      },
    };
  });
}
