import type { Found } from '../viewer.types.ts';
import type { PressedKey } from './frame-keys.rules.ts';

// Messages from a frame are untrusted: values of the wrong type are dropped.

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A page number with the fraction of the page that was scrolled past. */
export const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

export function foundFrom(handed: Partial<Record<keyof Found, unknown>> | null): Found | null {
  const { count, current, searched } = handed ?? {};
  return isCount(count) && isCount(current) && isPlace(searched)
    ? { count, current, searched: Math.min(1, searched) }
    : null;
}

export function keyFrom(handed: Partial<Record<keyof PressedKey, unknown>> | null): PressedKey | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = handed ?? {};
  if (typeof key !== 'string') return null;
  return {
    key,
    ctrlKey: ctrlKey === true,
    metaKey: metaKey === true,
    shiftKey: shiftKey === true,
    altKey: altKey === true,
  };
}
