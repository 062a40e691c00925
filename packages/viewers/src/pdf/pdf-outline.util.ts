import type { OutlineItem } from '../viewer/viewer.types.ts';
import type { Destination, Destinations } from './pdf-destinations.util.ts';
import type { PdfDocument } from './pdf-document.util.ts';

/** Limits against outlines that are endless or contain themselves. */
const maxItems = 5000;
const maxLevels = 12;

type PdfItem = {
  readonly title: string;
  readonly dest: Destination | null;
  readonly items: readonly PdfItem[];
};

/** The table of contents of the document, without entries that lead out of it. */
export async function outlineOf(
  opened: PdfDocument,
  destinations: Destinations,
): Promise<readonly OutlineItem[]> {
  let remainingItems = maxItems;
  const itemsOf = async (items: readonly PdfItem[], level: number): Promise<readonly OutlineItem[]> => {
    const limitedItems = items.slice(0, remainingItems);
    remainingItems -= limitedItems.length;
    const entries = await Promise.all(
      limitedItems.map(async ({ title, dest, items: inner }): Promise<OutlineItem | null> => {
        const [page, children] = await Promise.all([
          dest ? destinations.pageOf(dest) : null,
          level < maxLevels ? itemsOf(inner, level + 1) : [],
        ]);
        const [first] = children;
        if (page === null && !first) return null;
        const goTo = () => (dest && page !== null ? void destinations.goTo(dest) : first?.goTo());
        return { title: title.trim() || `${page ?? first?.page ?? ''}`, page, goTo, items: children };
      }),
    );
    return entries.filter((item) => item !== null);
  };
  return itemsOf((await opened.run((pdf) => pdf.getOutline())) ?? [], 1);
}
