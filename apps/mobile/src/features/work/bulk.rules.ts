import type { ChosenTask } from './task-selection.rules.ts';

/** Where the chosen tasks of a tenant are kept. */
export const bulkDraft = (tid: string): string => `bulk:${tid}`;

/** What was chosen, as it is kept for the screen that decides it: a reload there loses nothing. */
export const writeBulk = (tasks: readonly ChosenTask[]): string => JSON.stringify(tasks);

export function readBulk(text: string): readonly ChosenTask[] {
  if (text === '') return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? (read as ChosenTask[]) : [];
  } catch {
    return [];
  }
}
