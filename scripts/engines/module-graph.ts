import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CompatPath } from './compat-data.ts';
import type { ModuleUses } from './source-program.ts';
import type { EngineSet } from './supported-engines.ts';

/** Scripts that share one global scope, of a page or of a worker. */
export type Realm = Readonly<{
  engineSet: EngineSet;
  /** The modules that the page or the worker loads first. */
  entries: readonly string[];
  /** Modules that these engines never load. */
  excluded: readonly string[];
}>;

/** A module as one realm loads it. */
export type LoadedModule = Readonly<{
  file: string;
  module: ModuleUses;
  engineSet: EngineSet;
  /** Features that a polyfill has defined before the module runs. */
  polyfilled: ReadonlySet<CompatPath>;
}>;

type Exports = Readonly<Record<string, string>>;

/** Resolves a module of a workspace package by the `exports` of the package. */
function resolvePackage(root: string, specifier: string): string | undefined {
  const [scope = '', name = '', ...rest] = specifier.split('/');
  const folder = join(root, 'packages', name);
  const file = join(folder, 'package.json');
  if (scope !== '@sealflow' || !existsSync(file)) return undefined;
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: Exports };
  const key = ['.', ...rest].join('/');
  const found = exports[key] ?? exports['./*']?.replace('*', rest.join('/'));
  return found === undefined ? undefined : join(folder, found);
}

/** @returns the file of an import, or undefined if it is not a script of the repository. */
function resolveImport(root: string, from: string, specifier: string): string | undefined {
  const file = specifier.startsWith('.')
    ? resolve(dirname(from), specifier)
    : resolvePackage(root, specifier);
  return file !== undefined && /\.tsx?$/.test(file) ? file : undefined;
}

/**
 * Follows the imports from the entries of realms. A worker is a separate realm in the same engines.
 * @param readModule - reads a module; throws if the file is missing.
 */
export function loadRealms(
  root: string,
  realms: readonly Realm[],
  readModule: (file: string) => ModuleUses,
): readonly LoadedModule[] {
  const read = new Map<string, ModuleUses>();
  const moduleOf = (file: string) => {
    const module = read.get(file) ?? readModule(file);
    read.set(file, module);
    return module;
  };
  const importsOf = (file: string) =>
    moduleOf(file).imports.flatMap(({ kind, specifier }) => {
      const imported = resolveImport(root, file, specifier);
      return imported === undefined ? [] : [{ kind, file: imported }];
    });

  const follow = (entries: readonly string[], kinds: readonly string[], excluded: readonly string[]) => {
    const found = new Set(entries);
    for (const file of found) {
      for (const imported of importsOf(file)) {
        if (kinds.includes(imported.kind) && !excluded.includes(imported.file)) found.add(imported.file);
      }
    }
    return Array.from(found);
  };
  const polyfillsOf = (entries: readonly string[], excluded: readonly string[]) =>
    follow(entries, ['static'], excluded).flatMap((file) => moduleOf(file).polyfills);

  const loaded: LoadedModule[] = [];
  const waiting = [...realms];
  const known = new Set<string>();
  for (const { engineSet, entries, excluded } of waiting) {
    const key = `${engineSet} ${entries.join(' ')}`;
    if (known.has(key)) continue;
    known.add(key);
    const atStart = polyfillsOf(entries, excluded);
    for (const file of follow(entries, ['static', 'dynamic'], excluded)) {
      const polyfilled = new Set([...atStart, ...polyfillsOf([file], excluded)]);
      loaded.push({ file, module: moduleOf(file), engineSet, polyfilled });
      for (const worker of importsOf(file)) {
        if (worker.kind === 'worker') waiting.push({ engineSet, entries: [worker.file], excluded });
      }
    }
  }
  return loaded;
}
