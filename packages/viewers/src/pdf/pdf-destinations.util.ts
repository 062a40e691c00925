import type { PdfDocument } from './pdf-document.util.ts';

/** A destination as in the file: a name, or an explicit array with page and view. */
export type Destination = string | readonly unknown[];

/** A page and the point of it that is scrolled to the top left, in points; null for the start of the page. */
export type Target = { readonly page: number; readonly left: number | null; readonly top: number | null };

export type Destinations = {
  readonly pageOf: (destination: Destination) => Promise<number | null>;
  readonly goTo: (destination: Destination) => Promise<void>;
};

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The position in the page for each view of ISO 32000-2, table 149. */
function viewPosition([, view, ...rest]: readonly unknown[]): Omit<Target, 'page'> {
  const name = (view as { readonly name?: string } | undefined)?.name ?? '';
  if (name === 'XYZ') return { left: numberOrNull(rest[0]), top: numberOrNull(rest[1]) };
  if (name === 'FitH' || name === 'FitBH') return { left: null, top: numberOrNull(rest[0]) };
  if (name === 'FitR') return { left: numberOrNull(rest[0]), top: numberOrNull(rest[3]) };
  return { left: null, top: null };
}

/** Resolves destinations to pages; a broken destination resolves to null. */
export function createDestinations(
  opened: PdfDocument,
  show: (target: Target) => Promise<void>,
): Destinations {
  const resolve = async (destination: Destination): Promise<Target | null> => {
    try {
      const explicit =
        typeof destination === 'string'
          ? await opened.run((pdf) => pdf.getDestination(destination))
          : destination;
      const reference = explicit?.[0];
      if (!explicit || reference === undefined || reference === null) return null;
      const index =
        typeof reference === 'number'
          ? reference
          : await opened.run((pdf) => pdf.getPageIndex(reference as { num: number; gen: number }));
      const page = index + 1;
      return page >= 1 && page <= opened.current().numPages ? { page, ...viewPosition(explicit) } : null;
    } catch {
      return null;
    }
  };
  return {
    pageOf: async (destination) => (await resolve(destination))?.page ?? null,
    goTo: async (destination) => {
      const target = await resolve(destination);
      // A page that cannot be read reports that in its own place.
      if (target) await show(target).catch(() => undefined);
    },
  };
}
