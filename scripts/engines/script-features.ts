import type { Identifier } from '@mdn/browser-compat-data/types';
import { type CompatPath, compatData, firstKnown, lackingEngines } from './compat-data.ts';
import type { Engine } from './supported-engines.ts';

/** Interfaces of TypeScript's libraries that have another name in the table. */
const ownerNames: ReadonlyMap<string, string> = new Map([
  ['ArrayIterator', 'Iterator'],
  ['IteratorObject', 'Iterator'],
  ['ReadonlyArray', 'Array'],
  ['ReadonlyMap', 'Map'],
  ['ReadonlySet', 'Set'],
]);
/** Inline styles: `element.style.inset`. */
const styleOwners = new Set(['CSSStyleDeclaration', 'CSSStyleProperties']);
const camelOf = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebabOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const typedArray = /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/;

/** Caches lookups by name, because a build contains a million identifiers but only a few thousand names. */
function memoize<Parameters extends readonly string[]>(
  find: (...names: Parameters) => readonly CompatPath[],
): (...names: Parameters) => readonly CompatPath[] {
  const known = new Map<string, readonly CompatPath[]>();
  return (...names) => {
    const key = names.join(' ');
    const found = known.get(key) ?? find(...names);
    known.set(key, found);
    return found;
  };
}

/**
 * Finds a method or property of instances or constructors in the table.
 * @param owner - its interface or global object, such as `Array`, `PromiseConstructor` or `Navigator`.
 */
export const memberPaths = memoize((owner: string, name: string): readonly CompatPath[] => {
  if (styleOwners.has(owner)) return firstKnown([`css.properties.${kebabOf(name)}`]);
  const members = [name, `${name}_static`, ...(name.startsWith('on') ? [`${name.slice(2)}_event`] : [])];
  const known = ownerNames.get(owner) ?? owner.replace(/(?<=\w)Constructor$/, '');
  const ownerPaths = [
    `javascript.builtins.${known}`,
    ...(typedArray.test(known) ? ['javascript.builtins.TypedArray'] : []),
    `javascript.builtins.Intl.${known}`,
    `webassembly.api.${known}`,
    `api.${known}`,
  ];
  return firstKnown(ownerPaths.flatMap((path) => members.map((member) => `${path}.${member}`)));
});

/** Finds a global name in the table: an interface, a function, or a property of the window. */
export const globalPaths = memoize((name: string) =>
  firstKnown([`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`]),
);

/** The path of a feature that a polyfill adds to a prototype, a constructor or the global object. */
export const polyfilledPaths = (target: string, name: string): readonly CompatPath[] =>
  target === 'globalThis' ? globalPaths(name) : memberPaths(target, name);

/** Finds an element and its attributes, with the names of React, in the table. */
export const elementPaths = (tag: string, attributes: readonly string[]): readonly CompatPath[] => [
  ...firstKnown([`html.elements.${tag}`]),
  ...attributes
    .map((name) => name.toLowerCase())
    .flatMap((name) => firstKnown([`html.elements.${tag}.${name}`, `html.global_attributes.${name}`])),
];

function* eachMember(
  path: string,
  identifier: Identifier,
  depth: number,
): Generator<[path: CompatPath, name: string]> {
  for (const [name, child] of Object.entries(identifier as Readonly<Record<string, Identifier>>)) {
    if (name === '__compat') continue;
    if (child['__compat']) yield [`${path}.${name}`, name.replace(/_static$/, '')];
    if (depth > 1) yield* eachMember(`${path}.${name}`, child, depth - 1);
  }
}

let byName: Map<string, CompatPath[]> | undefined;

/** @returns all paths of a name: interfaces, globals, methods and properties of any interface, events. */
export function pathsOfName(name: string): readonly CompatPath[] {
  if (!byName) {
    byName = new Map();
    for (const [path, member] of [
      ...eachMember('api', compatData.api, 2),
      ...eachMember('javascript.builtins', compatData.javascript['builtins'] as Identifier, 2),
      ...eachMember('javascript.builtins.Intl', compatData.javascript['builtins']?.['Intl'] as Identifier, 2),
      ...eachMember('webassembly.api', compatData.webassembly['api'] as Identifier, 2),
      ...Array.from(
        eachMember('css.properties', compatData.css['properties'] as Identifier, 1),
        ([path, name]): [CompatPath, string] => [path, camelOf(name)],
      ),
    ]) {
      byName.set(member, [...(byName.get(member) ?? []), path]);
    }
  }
  return byName.get(name) ?? [];
}

/** @returns a predicate that is true if any engine lacks a feature of that name. */
export function createNameFilter(engines: readonly Engine[]): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer =
      known.get(name) ??
      [name, ...(name.startsWith('on') ? [`${name.slice(2)}_event`] : [])]
        .flatMap(pathsOfName)
        .some((path) => lackingEngines(path, engines).length > 0);
    known.set(name, answer);
    return answer;
  };
}

const regularExpressions = 'javascript.regular_expressions';
const flagPaths: Readonly<Record<string, CompatPath>> = {
  d: 'javascript.builtins.RegExp.hasIndices',
  s: 'javascript.builtins.RegExp.dotAll',
  v: 'javascript.builtins.RegExp.unicodeSets',
};

/** Finds the parts of a regular expression that only some engines support. */
export function patternPaths(pattern: string, flags: string): readonly CompatPath[] {
  const bare = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  const names = Array.from(bare.matchAll(/\(\?<(?![=!])([^>]+)>/g), ([, name]) => name);
  return [
    ...(/\(\?<[=!]/.test(bare) ? [`${regularExpressions}.lookbehind_assertion`] : []),
    ...(/\(\?[ims]*-?[ims]*:/.test(bare.replaceAll('(?:', '')) ? [`${regularExpressions}.modifier`] : []),
    ...(new Set(names).size < names.length
      ? [`${regularExpressions}.named_capturing_group.duplicate_named_capturing_groups`]
      : []),
    ...Array.from(flags).flatMap((flag) => flagPaths[flag] ?? []),
  ];
}
