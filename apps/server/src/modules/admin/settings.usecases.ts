import type { Answer, Body } from '@sealflow/contract';
import { entityTagFields } from '@sealflow/contract/schemas';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertUnchanged } from '../../infra/http/entity-tag.util.ts';
import { countUnreachable } from '../accounts/contacts/verify-contact.usecases.ts';
import { countActiveMembers } from '../tenants/people-overview.usecases.ts';
import {
  lockAdministeredTenant,
  requireAdministeredTenant,
  changeTenant as writeChange,
} from '../tenants/tenant-settings.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act } from './audited-action.usecases.ts';
import { recordAuditedSettings } from './audited-settings.usecases.ts';
import { assertRetention } from './retention-limits.usecases.ts';

type Settings = Answer<'GET /api/v1/tenants/{tid}/admin/settings'>['data'];
type SettingsChange = Body<'PUT /api/v1/tenants/{tid}/admin/settings'>;

export interface SettingsServices extends Pick<AdminServices, 'db' | 'clock' | 'retention'> {
  /** The settings of the deployment that administrators may read. */
  readonly deploymentRules: Settings['deployment'];
}

/**
 * Reads the settings of an organisation as its administrators see them.
 * @throws ServiceError `admin.tenant_not_found`.
 */
export async function readSettings(services: SettingsServices, tid: string): Promise<Settings> {
  return readSettingsOf(services.db, services, tid);
}

/**
 * Changes settings of the actor's organisation. Omitted fields stay.
 * @throws ServiceError `admin.tenant_not_found`, `admin.changed_meanwhile`, `admin.retention_too_long`.
 */
export function changeSettings(
  services: SettingsServices,
  actor: Actor,
  { change, ifMatch }: { change: SettingsChange; ifMatch?: string | undefined },
): Promise<Settings> {
  const { tid } = actor;
  assertRetention(services.retention, change);
  return act(services, actor, async (context) => {
    const { transaction, record } = context;
    const before = await lockAdministeredTenant(transaction, tid);
    await assertUnchanged(ifMatch, entityTagFields.settings, async () => before);
    await writeChange(transaction, tid, change);
    await record({ act: 'tenant.changed', subject: tid });
    await recordAuditedSettings(context, { before, change });
    return readSettingsOf(transaction, services, tid);
  });
}

async function readSettingsOf(
  db: DatabaseHandle,
  { deploymentRules }: SettingsServices,
  tid: string,
): Promise<Settings> {
  const tenant = await requireAdministeredTenant(db, tid);
  const { name, logo, secondFactor, otherClientsAllowed, exactPages, renditions } = tenant;
  const { fullTextSearch, insightOnPeople, printingMaxLevel } = tenant;
  const { messageDays, applicationDays, archiveApplications } = tenant;
  const { namespace, serviceVersion, serviceAPI, isLocal, key } = tenant;
  return {
    name,
    logo,
    secondFactor,
    otherClientsAllowed,
    exactPages,
    renditions,
    fullTextSearch,
    printingMaxLevel,
    insightOnPeople,
    messageDays,
    applicationDays,
    archiveApplications,
    operated: { namespace, serviceVersion, serviceAPI, isLocal, key },
    deployment: deploymentRules,
    affects: {
      members: await countActiveMembers(db, tid),
      withoutContact: await countUnreachable(db, tid),
    },
  };
}
