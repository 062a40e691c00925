import type { Dice } from './dice.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const nested = (depth: number): Json => {
  let inside: Json = 'x';
  for (let left = depth; left > 0; left -= 1) inside = left % 2 === 0 ? [inside] : { a: inside };
  return inside;
};

/** What nobody expects where something else should stand. */
export const ODD_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1,
  7,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  '',
  ' ',
  '0',
  'A',
  'AAAA',
  '=',
  '\u0000',
  '\ud800',
  '\u202Efdp',
  '\uFEFF',
  '😀',
  'null',
  'true',
  '1e9',
  '__proto__',
  'constructor',
  'toString',
  'none',
  'HS256',
  'GMAC',
  'RS256',
  'ES256',
  'split',
  '0.payload',
  '0.manifest.json',
  '../../x',
  'javascript:alert(1)',
  'https://elsewhere.example/',
  'x'.repeat(5000),
  [],
  {},
  [[]],
  [null],
  [[[]]],
  { length: -1 },
  { length: 2 ** 32 },
  { toString: 'x' },
  { toJSON: 'x' },
  nested(40),
  nested(400),
];

// The platform's own copy goes less deep than what JSON.parse takes, and is slower.
function copyOf(json: Json): Json {
  if (Array.isArray(json)) return json.map(copyOf);
  if (typeof json !== 'object' || json === null) return json;
  const copy = {};
  for (const [name, value] of Object.entries(json))
    Object.defineProperty(copy, name, {
      value: copyOf(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'then',
  '',
  '0',
  'hasOwnProperty',
];

interface Place {
  readonly holder: Json[] | { [name: string]: Json };
  readonly name: string;
}

const isHolder = (value: Json | undefined): value is Json[] | { [name: string]: Json } =>
  typeof value === 'object' && value !== null;

// Deeper than any real document goes: what a change has nested is not walked again.
const DEEPEST = 12;

function placesIn(holder: Json[] | { [name: string]: Json }, depth = 0): Place[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    const inside = isHolder(value) && depth < DEEPEST ? placesIn(value, depth + 1) : [];
    return [{ holder, name }, inside].flat();
  });
}

const at = ({ holder, name }: Place): Json =>
  (Object.getOwnPropertyDescriptor(holder, name)?.value ?? null) as Json;

/** Also where the name means something to JavaScript: in JSON it is a name like any other. */
const put = ({ holder, name }: Place, value: Json): void => {
  if (Array.isArray(holder) && !(Number(name) < holder.length)) holder.push(value);
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
};

function take({ holder, name }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

const number = (value: number, dice: Dice): Json =>
  dice.pick([
    value + 1,
    value - 1,
    -value,
    value * 2,
    value / 2,
    value + 0.5,
    String(value),
    value + 2 ** 32,
    2 ** 53 - 1,
  ]);

function text(value: string, dice: Dice): Json {
  const from = dice.below(value.length + 1);
  return dice.pick<() => Json>([
    () => value.slice(0, from),
    () => value.slice(from),
    () =>
      `${value.slice(0, from)}${dice.pick(['A', '=', ' ', '\n', '\u0000', '%', '\ud800', '密', '/', '.'])}${value.slice(from)}`,
    () =>
      value.slice(0, from) +
      String.fromCharCode((value.charCodeAt(from) || 65) ^ (1 << dice.below(7))) +
      value.slice(from + 1),
    () => value.toUpperCase(),
    () => value + value,
    () => [value],
    () => ({ value }),
    () => value.split('').toReversed().join(''),
  ])();
}

type Change = (place: Place, places: readonly Place[], dice: Dice) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  odd: (place, _places, dice) => put(place, copyOf(dice.pick(ODD_VALUES))),
  nudge: (place, _places, dice) => {
    const value = at(place);
    if (typeof value === 'number') put(place, number(value, dice));
    else if (typeof value === 'string') put(place, text(value, dice));
    else if (typeof value === 'boolean') put(place, !value);
    else put(place, dice.oneIn(2) ? [copyOf(value)] : { value: copyOf(value) });
  },
  remove: (place) => take(place),
  copy: (place, places, dice) => put(place, copyOf(at(dice.pick(places)))),
  swap: (place, places, dice) => {
    const other = dice.pick(places);
    const [one, two] = [copyOf(at(place)), copyOf(at(other))];
    put(place, two);
    put(other, one);
  },
  repeat: (place) => {
    const value = copyOf(at(place));
    if (Array.isArray(place.holder)) place.holder.splice(Number(place.name), 0, value);
    else put({ ...place, name: `${place.name} ` }, value);
  },
  add: ({ holder }, places, dice) =>
    put(
      { holder, name: dice.pick(ODD_NAMES) },
      copyOf(dice.oneIn(2) ? at(dice.pick(places)) : dice.pick(ODD_VALUES)),
    ),
  shuffle: ({ holder }, _places, dice) => {
    if (Array.isArray(holder) && holder.length > 1)
      holder.push(...holder.splice(0, 1 + dice.below(holder.length - 1)));
  },
};

export const TREE_CHANGES: readonly string[] = Object.keys(CHANGES);

/** A copy of a JSON value with one thing in it changed; the given one stays as it is. */
export function changedTree(json: Json, dice: Dice, way: string = dice.pick(TREE_CHANGES)): Json {
  const root: { json?: Json } = { json: copyOf(json) };
  const places = placesIn(root);
  const [whole, ...inside] = places;
  // The whole is one place among hundreds, and rarely the one that tells something.
  const place = inside.length === 0 || dice.oneIn(60) ? whole : dice.pick(inside);
  if (place) CHANGES[way]?.(place, inside.length === 0 ? places : inside, dice);
  return root.json ?? null;
}
