import type { ChosenTask } from './task-selection.rules.ts';

/** Name of the draft that stores a tenant's selected tasks. */
export const bulkDraftName = (tid: string): string => `bulk:${tid}`;

/** Serializes the selection for the draft, so that the bulk screen survives a reload. */
export const serializeBulkTasks = (tasks: readonly ChosenTask[]): string => JSON.stringify(tasks);

/** Parses a stored selection; empty if it is invalid. */
export function parseBulkTasks(text: string): readonly ChosenTask[] {
  if (text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as ChosenTask[]) : [];
  } catch {
    return [];
  }
}
