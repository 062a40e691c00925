const svgNamespace = 'http://www.w3.org/2000/svg';

let lastId = 0;
/** Creates an id that is unique in the page. */
export const createId = (): string => {
  lastId += 1;
  return `drawn-${lastId}`;
};

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

export function createSvg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}
