import { limits } from '@sealflow/domain/limits';

export type BackSituation = {
  /** Whether back leaves the app from this screen. */
  readonly isExit: boolean;
  /** Number of layers over the screen, each with its own history entry. */
  readonly layers: number;
  /** Whether the app has an entry to go back to. */
  readonly hasHistory: boolean;
  /** ms since 1970 of the last press that showed the notice; null for none. */
  readonly warnedAt: number | null;
  readonly now: number;
};

/** The effect of a hardware back press that no open overlay has consumed (section 2). */
export function decideBack({
  isExit,
  layers,
  hasHistory,
  warnedAt,
  now,
}: BackSituation): 'back' | 'home' | 'warn' | 'exit' {
  if (layers > 0) return 'back';
  if (isExit) {
    return warnedAt !== null && now - warnedAt < limits.exitConfirmMs ? 'exit' : 'warn';
  }
  return hasHistory ? 'back' : 'home';
}
