import type { ActionContext } from './audited-action.usecases.ts';

/**
 * Records that a tenant allows printing up to a level, or no longer. The record is separate and contains the level, because
 * auditors ask since when which documents could be printed.
 */
export async function recordPrintingSetting(
  { record }: ActionContext,
  { tid, before, after }: { tid: string; before: number | null; after: number | null },
): Promise<void> {
  if (before === after) return;
  if (after === null) await record({ act: 'tenant.printing_disabled', subject: tid });
  else await record({ act: 'tenant.printing_enabled', subject: `${tid} level ${after}` });
}
