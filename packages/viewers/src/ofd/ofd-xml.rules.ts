/** The children of an element by local name, because writers use different namespace URIs and prefixes. */
export const childrenOf = (parent: Element | null | undefined, ...names: readonly string[]): Element[] =>
  parent
    ? Array.from(parent.children).filter(({ localName }) => names.length === 0 || names.includes(localName))
    : [];

export const childOf = (parent: Element | null | undefined, name: string): Element | null =>
  childrenOf(parent, name)[0] ?? null;

export const textOf = (parent: Element | null | undefined, name: string): string =>
  childOf(parent, name)?.textContent?.trim() ?? '';

/** Numbers separated by spaces or commas; anything else is ignored. */
export const numbersOf = (text: string | null | undefined): number[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number)
    .filter((value) => Number.isFinite(value));

export function numberOf(element: Element, name: string, fallback: number): number {
  const [value] = numbersOf(element.getAttribute(name));
  return value ?? fallback;
}

export function flagOf(element: Element, name: string, fallback: boolean): boolean {
  const value = element.getAttribute(name)?.trim().toLowerCase();
  return value === undefined ? fallback : value === 'true' || value === '1';
}

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export function boxOf(text: string | null | undefined): Box | null {
  const [x, y, width, height] = numbersOf(text);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  return { x, y, width, height };
}

/** Parses an XML file in its declared encoding; null where it is not well-formed. */
export function parseXml(bytes: Uint8Array): Element | null {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const declaredEncoding = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  const encoding = /^gb/i.test(declaredEncoding)
    ? 'gb18030'
    : /^utf-16/i.test(declaredEncoding)
      ? 'utf-16le'
      : 'utf-8';
  // Some writers leave control characters in names and titles that XML forbids.
  const text = new TextDecoder(encoding)
    .decode(bytes)
    // oxlint-disable-next-line no-control-regex -- exactly these control characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .trim();
  const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
  return root.getElementsByTagName('parsererror').length > 0 || root.localName === 'parsererror'
    ? null
    : root;
}
