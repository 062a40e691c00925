import type { RemoteOutlineItem } from './frame.types.ts';
import { isCount } from './frame-messages.rules.ts';

/** Limits against outlines that are endless or that contain themselves. */
const maxItems = 5000;
const maxLevels = 12;
const maxTitleLength = 500;

/** Validates an outline that a frame has sent and truncates it to the limits. */
export function parseOutline(untrusted: unknown): readonly RemoteOutlineItem[] {
  let remainingItems = maxItems;
  const itemsOf = (items: unknown, level: number): readonly RemoteOutlineItem[] => {
    if (!Array.isArray(items) || level > maxLevels) return [];
    return items
      .slice(0, remainingItems)
      .flatMap((item: Partial<Record<keyof RemoteOutlineItem, unknown>> | null) => {
        const { id, title, page, items: below } = item ?? {};
        if (remainingItems <= 0 || !isCount(id) || typeof title !== 'string') return [];
        remainingItems -= 1;
        return [
          {
            id,
            title: title.slice(0, maxTitleLength),
            page: isCount(page) ? page : null,
            items: itemsOf(below, level + 1),
          },
        ];
      });
  };
  return itemsOf(untrusted, 1);
}
