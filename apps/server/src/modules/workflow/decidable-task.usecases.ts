import type { DatabaseHandle } from '../../infra/database/index.ts';
import { selectDecidableTask } from './task.repository.ts';

/**
 * Finds a task that this account can approve or reject at this time, for the actions of a notification. A task to process files,
 * a copy, a returned application and a decided task are none.
 */
export async function findDecidableTask(
  db: DatabaseHandle,
  lookup: { readonly tid: string; readonly taskID: string; readonly aid: string; readonly at: Date },
): Promise<{ flowID: string; taskID: string } | undefined> {
  const row = await selectDecidableTask(db, lookup);
  return row && { flowID: row.flow_id, taskID: row.task_id };
}
