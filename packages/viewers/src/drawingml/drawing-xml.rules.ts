/** The first child of an element with a local name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element && Array.from(element.children).find(({ localName }) => localName === name);

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element ? Array.from(element.children).filter(({ localName }) => localName === name) : [];

/** The first descendant of an element with a local name. */
export const descendantOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.getElementsByTagNameNS('*', name)[0];

/** A finite number of an attribute. */
export function numberAttribute(element: Element | undefined, name: string, byDefault = 0): number {
  const value = element?.getAttribute(name);
  const number = Number(value);
  return value === null || value === undefined || value === '' || !Number.isFinite(number)
    ? byDefault
    : number;
}

const emuPerPixel = 9525;
/** Nothing on a page is larger. */
const maxPixels = 20_000;

/** A length in English metric units as CSS pixels. */
export const pixelsOfEmu = (emu: number): number =>
  Math.max(-maxPixels, Math.min(maxPixels, emu / emuPerPixel));
