import type { OutlineItem } from '../viewer.types.ts';
import type { Destination, Destinations } from './pdf-destinations.adapter.ts';
import type { PdfDocument } from './pdf-document.adapter.ts';

/** Limits against outlines that are endless or contain themselves. */
const mostItems = 5000;
const mostLevels = 12;

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
  let left = mostItems;
  const itemsOf = async (items: readonly PdfItem[], level: number): Promise<readonly OutlineItem[]> => {
    const taken = items.slice(0, left);
    left -= taken.length;
    const made = await Promise.all(
      taken.map(async ({ title, dest, items: inner }): Promise<OutlineItem | null> => {
        const [page, children] = await Promise.all([
          dest ? destinations.pageOf(dest) : null,
          level < mostLevels ? itemsOf(inner, level + 1) : [],
        ]);
        const [first] = children;
        if (page === null && !first) return null;
        const goTo = () => (dest && page !== null ? void destinations.goTo(dest) : first?.goTo());
        return { title: title.trim() || `${page ?? first?.page ?? ''}`, page, goTo, items: children };
      }),
    );
    return made.filter((item) => item !== null);
  };
  return itemsOf((await opened.use((pdf) => pdf.getOutline())) ?? [], 1);
}
