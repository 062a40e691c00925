import type { StoragePermission } from '../platform/index.ts';

/**
 * Section 2: the first question offers not now or to go and authorise; after one refusal a notice offers no thanks or,
 * again, to go and authorise. Null where there is nothing (more) to ask.
 */
export type StorageStage = 'first' | 'refused' | null;

/** What to ask at the start. Who has said no for good is left in peace. */
export function firstStage(permission: StoragePermission, declined: boolean): StorageStage {
  if (permission === 'granted' || declined) return null;
  return permission === 'prompt' ? 'first' : 'refused';
}

type Outcome = {
  readonly stage: StorageStage;
  /** What the person is told. */
  readonly report: 'granted' | 'failed' | null;
  /** Not to be asked again. */
  readonly declined: boolean;
};

/** What follows on an answer: of the person to the dialog (`later`, `no`), or of the system that they were sent to. */
export function nextStage(
  stage: 'first' | 'refused',
  answer: 'later' | 'no' | 'granted' | 'refused',
): Outcome {
  if (answer === 'granted') return { stage: null, report: 'granted', declined: false };
  if (answer === 'later') return { stage: null, report: null, declined: false };
  if (answer === 'no') return { stage: null, report: 'failed', declined: true };
  if (stage === 'first') return { stage: 'refused', report: null, declined: false };
  return { stage: null, report: 'failed', declined: false };
}
