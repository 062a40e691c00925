import type { HandedItem } from './frame.types.ts';
import { isCount } from './handed.rules.ts';

/** Limits against outlines that are endless or that contain themselves. */
const mostItems = 5000;
const mostLevels = 12;
const longestTitle = 500;

/** Validates an outline that a frame has sent and truncates it to the limits. */
export function outlineFrom(handed: unknown): readonly HandedItem[] {
  let left = mostItems;
  const itemsOf = (items: unknown, level: number): readonly HandedItem[] => {
    if (!Array.isArray(items) || level > mostLevels) return [];
    return items.slice(0, left).flatMap((item: Partial<Record<keyof HandedItem, unknown>> | null) => {
      const { id, title, page, items: below } = item ?? {};
      if (left <= 0 || !isCount(id) || typeof title !== 'string') return [];
      left -= 1;
      return [
        {
          id,
          title: title.slice(0, longestTitle),
          page: isCount(page) ? page : null,
          items: itemsOf(below, level + 1),
        },
      ];
    });
  };
  return itemsOf(handed, 1);
}
