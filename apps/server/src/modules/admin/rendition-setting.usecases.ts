import { deleteRenditions } from '../processing/request-rendition.usecases.ts';
import type { ActionContext } from './audited-action.usecases.ts';

/**
 * Records that a tenant lets the service convert its documents, or no longer does, and then deletes what the service made. The
 * record is separate, because auditors ask since when the service sees the content of documents.
 */
export async function recordRenditionSetting(
  { transaction, record }: ActionContext,
  { tid, before, after }: { tid: string; before: boolean; after: boolean },
): Promise<void> {
  if (before === after) return;
  if (!after) await deleteRenditions(transaction, tid);
  await record({ act: after ? 'tenant.renditions_enabled' : 'tenant.renditions_disabled', subject: tid });
}
