import type { Random } from './random.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const nested = (depth: number): Json => {
  let inside: Json = 'x';
  for (let remaining = depth; remaining > 0; remaining -= 1)
    inside = remaining % 2 === 0 ? [inside] : { a: inside };
  return inside;
};

/** Unexpected values. */
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

// structuredClone accepts less depth than JSON.parse and is slower.
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

// Deeper than any real document, so that nested changes are not walked again.
const maxDepth = 12;

function placesIn(holder: Json[] | { [name: string]: Json }, depth = 0): Place[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    const inside = isHolder(value) && depth < maxDepth ? placesIn(value, depth + 1) : [];
    return [{ holder, name }, inside].flat();
  });
}

const valueAt = ({ holder, name }: Place): Json =>
  (Object.getOwnPropertyDescriptor(holder, name)?.value ?? null) as Json;

/** Defines the property, because names like __proto__ have a meaning in JavaScript but not in JSON. */
const setAt = ({ holder, name }: Place, value: Json): void => {
  if (Array.isArray(holder) && !(Number(name) < holder.length)) holder.push(value);
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
};

function removeAt({ holder, name }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

const variedNumber = (value: number, random: Random): Json =>
  random.pick([
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

function variedText(value: string, random: Random): Json {
  const from = random.below(value.length + 1);
  return random.pick<() => Json>([
    () => value.slice(0, from),
    () => value.slice(from),
    () =>
      `${value.slice(0, from)}${random.pick(['A', '=', ' ', '\n', '\u0000', '%', '\ud800', '密', '/', '.'])}${value.slice(from)}`,
    () =>
      value.slice(0, from) +
      String.fromCharCode((value.charCodeAt(from) || 65) ^ (1 << random.below(7))) +
      value.slice(from + 1),
    () => value.toUpperCase(),
    () => value + value,
    () => [value],
    () => ({ value }),
    () => value.split('').toReversed().join(''),
  ])();
}

type Change = (place: Place, places: readonly Place[], random: Random) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  'unexpected value': (place, _places, random) => setAt(place, copyOf(random.pick(ODD_VALUES))),
  vary: (place, _places, random) => {
    const value = valueAt(place);
    if (typeof value === 'number') setAt(place, variedNumber(value, random));
    else if (typeof value === 'string') setAt(place, variedText(value, random));
    else if (typeof value === 'boolean') setAt(place, !value);
    else setAt(place, random.oneIn(2) ? [copyOf(value)] : { value: copyOf(value) });
  },
  remove: (place) => removeAt(place),
  copy: (place, places, random) => setAt(place, copyOf(valueAt(random.pick(places)))),
  swap: (place, places, random) => {
    const other = random.pick(places);
    const [one, two] = [copyOf(valueAt(place)), copyOf(valueAt(other))];
    setAt(place, two);
    setAt(other, one);
  },
  repeat: (place) => {
    const value = copyOf(valueAt(place));
    if (Array.isArray(place.holder)) place.holder.splice(Number(place.name), 0, value);
    else setAt({ ...place, name: `${place.name} ` }, value);
  },
  add: ({ holder }, places, random) =>
    setAt(
      { holder, name: random.pick(ODD_NAMES) },
      copyOf(random.oneIn(2) ? valueAt(random.pick(places)) : random.pick(ODD_VALUES)),
    ),
  shuffle: ({ holder }, _places, random) => {
    if (Array.isArray(holder) && holder.length > 1)
      holder.push(...holder.splice(0, 1 + random.below(holder.length - 1)));
  },
};

export const TREE_CHANGES: readonly string[] = Object.keys(CHANGES);

/** A copy of a JSON value with one change. The input stays unchanged. */
export function changedTree(json: Json, random: Random, way: string = random.pick(TREE_CHANGES)): Json {
  const root: { json?: Json } = { json: copyOf(json) };
  const places = placesIn(root);
  const [whole, ...inside] = places;
  // The root is only one of hundreds of places and rarely useful, so it is chosen rarely.
  const place = inside.length === 0 || random.oneIn(60) ? whole : random.pick(inside);
  if (place) CHANGES[way]?.(place, inside.length === 0 ? places : inside, random);
  return root.json ?? null;
}
