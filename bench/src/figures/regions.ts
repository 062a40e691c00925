import { FiguresError } from './quiet-machine.ts';

const begin = (name: string) => `<!-- figures:${name} -->`;
const end = (name: string) => `<!-- /figures:${name} -->`;

/** The names of the regions of a page. */
export const regionsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<!-- figures:([\w-]+) -->/g)].map(([, name = '']) => name);

/** The text of a region without its markers. @throws FiguresError if a marker is missing or repeated. */
export function regionOf(page: string, name: string): string {
  const { from, to } = limitsOf(page, name);
  return page.slice(from, to);
}

/** Replaces the text of a region. @throws FiguresError if a marker is missing or repeated. */
export function replaceRegion(page: string, name: string, text: string): string {
  const { from, to } = limitsOf(page, name);
  return page.slice(0, from) + text + page.slice(to);
}

function limitsOf(page: string, name: string): { readonly from: number; readonly to: number } {
  for (const marker of [begin(name), end(name)]) {
    const count = page.split(marker).length - 1;
    if (count !== 1) throw new FiguresError(`the marker ${marker} occurs ${count} times, not once`);
  }
  const from = page.indexOf(begin(name)) + begin(name).length;
  const to = page.indexOf(end(name));
  if (to < from) throw new FiguresError(`the marker ${end(name)} precedes its beginning`);
  return { from, to };
}
