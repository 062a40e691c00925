import type { Outline } from './preset-geometry.rules.ts';

type Scale = { readonly x: number; readonly y: number; readonly scaleX: number; readonly scaleY: number };

/** The commands of a path in VML, and the numbers that they take. */
const step = /(wa|wr|at|ar|nf|ns|qx|qy|[mlcrtvxe])([^a-df-z]*)/gi;
const maxSteps = 20_000;

/** Reads a path of VML (ECMA-376 part 4, 19.1.2.19). Arcs are drawn as lines to their ends; formulas are not evaluated. */
export function vmlOutline(path: string, { x, y, scaleX, scaleY }: Scale): Outline {
  const parts: string[] = [];
  let current: readonly [number, number] = [0, 0];
  let isOpen = false;
  const point = ([px, py]: readonly [number, number]) =>
    `${((px - x) * scaleX).toFixed(2)} ${((py - y) * scaleY).toFixed(2)}`;
  let steps = 0;
  for (const [, name = '', text = ''] of path.matchAll(step)) {
    steps += 1;
    if (steps > maxSteps) break;
    const values = text.split(/[ ,]/).map((value) => Number.parseFloat(value) || 0);
    const pairs: (readonly [number, number])[] = [];
    for (let at = 0; at + 1 < values.length; at += 2) pairs.push([values[at] ?? 0, values[at + 1] ?? 0]);
    const isRelative = name === 'r' || name === 'v' || name === 't';
    const origin = current;
    const absolute = pairs.map(([px, py]): readonly [number, number] => {
      const next: readonly [number, number] = isRelative ? [current[0] + px, current[1] + py] : [px, py];
      if (name === 'r' || name === 't') current = next;
      return name === 'v' ? [origin[0] + px, origin[1] + py] : next;
    });
    const last = absolute.at(-1);
    if (name === 'x') parts.push('Z');
    else if (name === 'nf') isOpen = true;
    else if (last && (name === 'm' || name === 't')) parts.push(`M${point(last)}`);
    else if (last && (name === 'c' || name === 'v') && absolute.length % 3 === 0)
      parts.push(`C${absolute.map(point).join(' ')}`);
    else if (last) parts.push(`L${absolute.map(point).join('L')}`);
    if (last) current = last;
  }
  return { path: parts[0]?.startsWith('M') ? parts.join('') : `M0 0${parts.join('')}`, isOpen };
}
