import type { PdfDocument } from './pdf-document.adapter.ts';

/** A place as the file says it: a name, or a page with how it is to be shown. */
export type Destination = string | readonly unknown[];

/** A page, and what of it comes to the top, in points of the page; null for its beginning. */
export type Target = { readonly page: number; readonly left: number | null; readonly top: number | null };

export type Destinations = {
  readonly pageOf: (destination: Destination) => Promise<number | null>;
  readonly goTo: (destination: Destination) => Promise<void>;
};

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Where in the page a destination points, by the ways that ISO 32000-2, table 149 names. */
function placeIn([, way, ...rest]: readonly unknown[]): Omit<Target, 'page'> {
  const name = (way as { readonly name?: string } | undefined)?.name ?? '';
  if (name === 'XYZ') return { left: numberOr(rest[0]), top: numberOr(rest[1]) };
  if (name === 'FitH' || name === 'FitBH') return { left: null, top: numberOr(rest[0]) };
  if (name === 'FitR') return { left: numberOr(rest[0]), top: numberOr(rest[3]) };
  return { left: null, top: null };
}

/** Finds the pages that destinations name; a broken one leads nowhere. */
export function createDestinations(
  opened: PdfDocument,
  show: (target: Target) => Promise<void>,
): Destinations {
  const resolve = async (destination: Destination): Promise<Target | null> => {
    try {
      const explicit =
        typeof destination === 'string'
          ? await opened.use((pdf) => pdf.getDestination(destination))
          : destination;
      const reference = explicit?.[0];
      if (!explicit || reference === undefined || reference === null) return null;
      const index =
        typeof reference === 'number'
          ? reference
          : await opened.use((pdf) => pdf.getPageIndex(reference as { num: number; gen: number }));
      const page = index + 1;
      return page >= 1 && page <= opened.current().numPages ? { page, ...placeIn(explicit) } : null;
    } catch {
      return null;
    }
  };
  return {
    pageOf: async (destination) => (await resolve(destination))?.page ?? null,
    goTo: async (destination) => {
      const target = await resolve(destination);
      // A page that cannot be read is told of where it is to be seen.
      if (target) await show(target).catch(() => undefined);
    },
  };
}
