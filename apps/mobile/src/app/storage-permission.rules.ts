import type { StoragePermission } from '../platform/index.ts';

/**
 * Section 2: the first dialog offers "not now" or "authorise"; after one refusal a second offers "no thanks" or again
 * "authorise". Null if there is nothing (more) to ask.
 */
export type StorageStage = 'first' | 'refused' | null;

/** The dialog at the start; none for a user who declined for good. */
export function firstStage(permission: StoragePermission, declined: boolean): StorageStage {
  if (permission === 'granted' || declined) return null;
  return permission === 'prompt' ? 'first' : 'refused';
}

type StageResult = {
  readonly stage: StorageStage;
  /** Result to report to the user. */
  readonly report: 'granted' | 'failed' | null;
  /** Whether the user must not be asked again. */
  readonly declined: boolean;
};

/** The next stage after an answer: of the user in the dialog (`later`, `no`), or of the system's permission prompt. */
export function nextStage(
  stage: 'first' | 'refused',
  answer: 'later' | 'no' | 'granted' | 'refused',
): StageResult {
  if (answer === 'granted') return { stage: null, report: 'granted', declined: false };
  if (answer === 'later') return { stage: null, report: null, declined: false };
  if (answer === 'no') return { stage: null, report: 'failed', declined: true };
  if (stage === 'first') return { stage: 'refused', report: null, declined: false };
  return { stage: null, report: 'failed', declined: false };
}
