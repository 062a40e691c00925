import { createRequire } from 'node:module';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import type { Engine } from './supported-engines.ts';

/** The compatibility table of MDN: the features of each engine with the version that introduced them. */
export const compatData = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** A path in the table, such as `javascript.builtins.Array.at`. */
export type CompatPath = string;

const partsOf = (version: string) => version.replace('≤', '').split('.').map(Number);

function isAtMost(one: string, other: string): boolean {
  const [these, those] = [partsOf(one), partsOf(other)];
  for (let index = 0; index < Math.max(these.length, those.length); index += 1) {
    const difference = (these[index] ?? 0) - (those[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

const isSince = (added: SimpleSupportStatement['version_added'], version: string) =>
  typeof added === 'string' && added !== 'preview' && isAtMost(added, version);

/** The support of an engine for a feature: without a prefix, not at all, or only with the listed prefixes. */
export type Support = 'yes' | 'no' | readonly string[];

function statementsOf(identifier: Identifier, { browser }: Engine): readonly SimpleSupportStatement[] {
  const support = identifier['__compat']?.support as
    | Record<string, SimpleSupportStatement | SimpleSupportStatement[] | undefined>
    | undefined;
  const found = support?.[browser] ?? [];
  return Array.isArray(found) ? found : [found];
}

/**
 * Returns the support of an engine for a feature. Partial support counts as support, because the table marks even small
 * differences as partial.
 */
export function supportOf(identifier: Identifier, engine: Engine): Support {
  if (!identifier['__compat']) return 'yes';
  const usable = statementsOf(identifier, engine).filter(
    ({ version_added: added, version_removed: removed, flags, alternative_name: other }) =>
      isSince(added, engine.version) &&
      !isSince(removed ?? false, engine.version) &&
      flags === undefined &&
      other === undefined,
  );
  if (usable.some(({ prefix }) => prefix === undefined)) return 'yes';
  return usable.length > 0 ? usable.flatMap(({ prefix }) => prefix ?? []) : 'no';
}

/** @returns the first version of an engine that supports a feature without a prefix, or undefined. */
export const sinceVersion = (identifier: Identifier, engine: Engine): string | undefined =>
  statementsOf(identifier, engine)
    .filter(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other)
    .flatMap(({ version_added: added }) => (added === false || added === 'preview' ? [] : added))
    .at(0);

/** @returns the entry of the table at a path, or undefined. */
export function findCompat(path: CompatPath): Identifier | undefined {
  let found: unknown = compatData;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found as Identifier;
}

/** @returns a list with the first path that has support data in the table, or an empty list. */
export function firstKnown(paths: readonly CompatPath[]): readonly CompatPath[] {
  const found = paths.find((path) => findCompat(path)?.['__compat'] !== undefined);
  return found === undefined ? [] : [found];
}

const isLacking = (path: CompatPath, engine: Engine) => {
  const identifier = findCompat(path);
  return identifier !== undefined && supportOf(identifier, engine) !== 'yes';
};

/** If an engine lacks a whole interface or property, a report on its members adds nothing. Only the owner is reported. */
const ownerOf = (path: CompatPath) => /^(api\.\w+|css\.properties\.[\w-]+)\./.exec(path)?.[1];

/** @returns the engines that lack a feature. */
export function lackingEngines(path: CompatPath, engines: readonly Engine[]): readonly Engine[] {
  const owner = ownerOf(path);
  return engines.filter(
    (engine) => isLacking(path, engine) && (owner === undefined || !isLacking(owner, engine)),
  );
}

/** @returns the feature that the fewest engines lack, if one of the features is sufficient. */
export const leastLacking = (
  paths: readonly CompatPath[],
  engines: readonly Engine[],
): readonly CompatPath[] =>
  paths
    .map((path) => ({ path, count: engines.filter((engine) => isLacking(path, engine)).length }))
    .sort((one, other) => one.count - other.count)
    .slice(0, 1)
    .map(({ path }) => path);
