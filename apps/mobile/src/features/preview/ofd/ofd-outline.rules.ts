import type { OutlineItem } from '../viewer.types.ts';
import type { OutlineEntry } from './ofd-document.adapter.ts';

/** Converts entries with levels to a tree. */
export function outlineTree(entries: readonly OutlineEntry[], goTo: (page: number) => void): OutlineItem[] {
  type Open = { readonly level: number; readonly items: OutlineItem[] };
  const top: OutlineItem[] = [];
  const open: Open[] = [{ level: -1, items: top }];
  for (const { title, level, page } of entries) {
    while (open.length > 1 && (open.at(-1)?.level ?? -1) >= level) open.pop();
    const items: OutlineItem[] = [];
    open.at(-1)?.items.push({ title, page, goTo: () => goTo(page), items });
    open.push({ level, items });
  }
  return top;
}
