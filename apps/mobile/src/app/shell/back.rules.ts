import { limits } from '@sealflow/domain/limits';

export type BackSituation = {
  /** Whether one leaves the app from this screen. */
  readonly isExit: boolean;
  /** Layers over the screen, each with a history entry of its own. */
  readonly layers: number;
  /** Whether the app has an entry of its own to go back to. */
  readonly hasHistory: boolean;
  /** ms since 1970 of the last press that was answered with the notice; null for none. */
  readonly warnedAt: number | null;
  readonly now: number;
};

/** What a hardware back press does once nothing open above the screen has taken it (section 2). */
export function decideBack({
  isExit,
  layers,
  hasHistory,
  warnedAt,
  now,
}: BackSituation): 'back' | 'home' | 'warn' | 'exit' {
  if (layers > 0) return 'back';
  if (isExit) {
    return warnedAt !== null && now - warnedAt < limits.exitConfirmTime ? 'exit' : 'warn';
  }
  return hasHistory ? 'back' : 'home';
}
