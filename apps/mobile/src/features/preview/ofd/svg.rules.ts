const svgName = 'http://www.w3.org/2000/svg';

let ids = 0;
/** Creates an id that is unique in the page. */
export const freshId = (): string => {
  ids += 1;
  return `drawn-${ids}`;
};

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}
