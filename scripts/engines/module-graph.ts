import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CompatPath } from './compat-data.ts';
import type { ModuleUses } from './source-program.ts';
import type { EngineSet } from './supported-engines.ts';

/** Scripts that share one global scope: a page's or a worker's. */
export type Realm = Readonly<{
  engineSet: EngineSet;
  /** The modules it begins with. */
  entries: readonly string[];
  /** Modules that are never loaded in these engines. */
  without: readonly string[];
}>;

/** A module as one realm loads it. */
export type LoadedModule = Readonly<{
  file: string;
  module: ModuleUses;
  engineSet: EngineSet;
  /** What is there by a polyfill whenever the module runs. */
  polyfilled: ReadonlySet<CompatPath>;
}>;

type Exports = Readonly<Record<string, string>>;

/** Finds a workspace package's module by its `exports`. */
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

/** @returns the file that an import names, where it is one of the repository's scripts. */
function resolveImport(root: string, from: string, specifier: string): string | undefined {
  const file = specifier.startsWith('.')
    ? resolve(dirname(from), specifier)
    : resolvePackage(root, specifier);
  return file !== undefined && /\.tsx?$/.test(file) ? file : undefined;
}

/**
 * Follows imports from the entries of realms. A worker that a module starts is a realm of its own, in the same engines.
 * @param readModule - reads a file; throws where there is none.
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

  const follow = (entries: readonly string[], kinds: readonly string[], without: readonly string[]) => {
    const found = new Set(entries);
    for (const file of found) {
      for (const imported of importsOf(file)) {
        if (kinds.includes(imported.kind) && !without.includes(imported.file)) found.add(imported.file);
      }
    }
    return Array.from(found);
  };
  const polyfillsOf = (entries: readonly string[], without: readonly string[]) =>
    follow(entries, ['static'], without).flatMap((file) => moduleOf(file).polyfills);

  const loaded: LoadedModule[] = [];
  const waiting = [...realms];
  const known = new Set<string>();
  for (const { engineSet, entries, without } of waiting) {
    const key = `${engineSet} ${entries.join(' ')}`;
    if (known.has(key)) continue;
    known.add(key);
    const atStart = polyfillsOf(entries, without);
    for (const file of follow(entries, ['static', 'dynamic'], without)) {
      const polyfilled = new Set([...atStart, ...polyfillsOf([file], without)]);
      loaded.push({ file, module: moduleOf(file), engineSet, polyfilled });
      for (const worker of importsOf(file)) {
        if (worker.kind === 'worker') waiting.push({ engineSet, entries: [worker.file], without });
      }
    }
  }
  return loaded;
}
