import type { SearchProgress } from '../viewer/viewer.types.ts';
import type { PressedKey } from './frame-keys.rules.ts';

// Messages from a frame are untrusted: values of the wrong type are dropped.

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A page number with the fraction of the page that was scrolled past. */
export const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

export function parseSearchProgress(
  untrusted: Partial<Record<keyof SearchProgress, unknown>> | null,
): SearchProgress | null {
  const { count, current, searched } = untrusted ?? {};
  return isCount(count) && isCount(current) && isPosition(searched)
    ? { count, current, searched: Math.min(1, searched) }
    : null;
}

export function parsePressedKey(
  untrusted: Partial<Record<keyof PressedKey, unknown>> | null,
): PressedKey | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = untrusted ?? {};
  if (typeof key !== 'string') return null;
  return {
    key,
    ctrlKey: ctrlKey === true,
    metaKey: metaKey === true,
    shiftKey: shiftKey === true,
    altKey: altKey === true,
  };
}
