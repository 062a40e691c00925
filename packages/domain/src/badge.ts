import { limits } from './limits.ts';

/**
 * What a tab's badge says (sections 2 and 9).
 * @param count - things waiting; whole, 0 or more.
 * @returns null for no badge, an ellipsis above 99.
 */
export function badgeText(count: number): string | null {
  if (!(count > 0)) return null;
  return count > limits.badgeMost ? '…' : String(count);
}
