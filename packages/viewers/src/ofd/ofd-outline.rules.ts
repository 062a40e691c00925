import type { OutlineItem } from '../viewer/viewer.types.ts';
import type { OutlineEntry } from './ofd-document.util.ts';

/** Converts entries with levels to a tree. */
export function outlineTree(entries: readonly OutlineEntry[], goTo: (page: number) => void): OutlineItem[] {
  type OpenLevel = { readonly level: number; readonly items: OutlineItem[] };
  const top: OutlineItem[] = [];
  const openLevels: OpenLevel[] = [{ level: -1, items: top }];
  for (const { title, level, page } of entries) {
    while (openLevels.length > 1 && (openLevels.at(-1)?.level ?? -1) >= level) openLevels.pop();
    const items: OutlineItem[] = [];
    openLevels.at(-1)?.items.push({ title, page, goTo: () => goTo(page), items });
    openLevels.push({ level, items });
  }
  return top;
}
