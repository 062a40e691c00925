import { limits } from './limits.ts';

/**
 * The text of a tab's badge (sections 2 and 9).
 * @param count - pending items; an integer, 0 or more.
 * @returns null for no badge, an ellipsis above 99.
 */
export function badgeText(count: number): string | null {
  if (!(count > 0)) return null;
  return count > limits.maxBadgeCount ? '…' : String(count);
}
