import { deleteRenditions } from '../processing/request-rendition.usecases.ts';
import type { AdministeredTenant, TenantChange } from '../tenants/tenant-settings.usecases.ts';
import type { ActionContext } from './audited-action.usecases.ts';

/**
 * Records the settings of a tenant whose direction auditors search for, each in a record of its own: since when the service sees
 * the content of documents, since when administrators see the waiting time of people, up to which level
 * documents may be printed, and who dropped the second factor, and for how long content is kept. Without
 * conversion by the service, what it made is deleted.
 */
export async function recordAuditedSettings(
  { transaction, record }: ActionContext,
  { before, change }: { before: AdministeredTenant; change: TenantChange },
): Promise<void> {
  const { tid } = before;
  const {
    renditions = before.renditions,
    insightOnPeople = before.insightOnPeople,
    printingMaxLevel = before.printingMaxLevel,
    secondFactor = before.secondFactor,
    messageDays = before.messageDays,
    applicationDays = before.applicationDays,
    archiveApplications = before.archiveApplications,
  } = change;
  if (renditions !== before.renditions) {
    if (!renditions) await deleteRenditions(transaction, tid);
    const act = renditions ? 'tenant.renditions_enabled' : 'tenant.renditions_disabled';
    await record({ act, subject: tid });
  }
  if (insightOnPeople !== before.insightOnPeople) {
    const act = insightOnPeople ? 'tenant.insight_on_people_enabled' : 'tenant.insight_on_people_disabled';
    await record({ act, subject: tid });
  }
  if (printingMaxLevel !== before.printingMaxLevel) {
    if (printingMaxLevel === null) await record({ act: 'tenant.printing_disabled', subject: tid });
    else await record({ act: 'tenant.printing_enabled', subject: `${tid} level ${printingMaxLevel}` });
  }
  if (messageDays !== before.messageDays || applicationDays !== before.applicationDays) {
    const kept = `${tid} messages ${formatDays(messageDays)} applications ${formatDays(applicationDays)}`;
    await record({ act: 'tenant.retention_changed', subject: kept });
  }
  if (archiveApplications !== before.archiveApplications) {
    const act = archiveApplications ? 'tenant.archive_enabled' : 'tenant.archive_disabled';
    await record({ act, subject: tid });
  }
  if (secondFactor !== before.secondFactor) {
    const isDropped = secondFactor === 'none';
    const act = isDropped ? 'tenant.second_factor_dropped' : 'tenant.second_factor_demanded';
    await record({ act, subject: tid });
  }
}

const formatDays = (days: number | null): string => (days === null ? 'default' : `${days} days`);
