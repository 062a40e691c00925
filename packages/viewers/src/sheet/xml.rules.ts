// Workers have no DOM parser, and the parts read here are flat, so matching tags regardless of their prefix
// is enough.

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

export type XmlElement = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly inner: string;
};

/** The attributes of a tag by qualified name, because `r:id` must not be confused with `id`. */
export function attributesOf(tag: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[name] = unescapeXml(double ?? single ?? '');
  }
  return found;
}

const patterns = new Map<string, RegExp>();
const patternOf = (name: string) => {
  const pattern =
    patterns.get(name) ??
    new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}\\s*>)`, 'g');
  patterns.set(name, pattern);
  return pattern;
};

/** All elements of a name at any depth; a nested element of the same name belongs to the outer one. */
export const elementsOf = (xml: string, name: string): XmlElement[] =>
  Array.from(xml.matchAll(patternOf(name)), ([, tag = '', inner = '']) => ({
    attributes: attributesOf(tag),
    inner,
  }));

export const elementOf = (xml: string, name: string): XmlElement | undefined => {
  for (const [, tag = '', inner = ''] of xml.matchAll(patternOf(name))) {
    return { attributes: attributesOf(tag), inner };
  }
  return undefined;
};

/** The text of each element of a name. */
export const textsOf = (xml: string, name: string): string[] =>
  elementsOf(xml, name).map(({ inner }) => unescapeXml(inner.replace(/<[^>]*>/g, '')));
