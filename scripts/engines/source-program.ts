import { readFileSync } from 'node:fs';
import { isPropertyAccessExpression, type Node } from 'typescript/unstable/ast';
import { API, type Project, SymbolFlags, type Symbol as TypeSymbol } from 'typescript/unstable/sync';
import { type CompatPath, findCompat, leastLacking } from './compat-data.ts';
import { createNameFilter, globalPaths, memberPaths, pathsOfName } from './script-features.ts';
import { type NameUse, readSourceModule, type SourceModule } from './source-module.ts';
import type { Engine } from './supported-engines.ts';

/** A feature and the line that uses it. */
export type Use = Readonly<{ path: CompatPath; line: number }>;

/** A module of the program and the features that it uses. */
export type ModuleUses = Readonly<{
  imports: SourceModule['imports'];
  polyfills: readonly CompatPath[];
  uses: readonly Use[];
}>;

/** The declarations of TypeScript for the language (`lib.es2022.array.d.ts`) and the browser (`lib.dom.d.ts`). */
const library = /\/lib\.[\w.]+\.d\.ts$/;

/** TypeScript declares shared members once, as a mixin: `Navigator` and `WorkerNavigator` extend `NavigatorLocks`. */
function readInheritance(project: Project) {
  const implementers = new Map<string, string[]>();
  const bases = new Map<string, string[]>();
  const files = project.program.getSourceFileNames();
  for (const file of files.filter((name) => /\/lib\.(?:dom|webworker)\.d\.ts$/.test(name))) {
    for (const [, name = '', list = ''] of readFileSync(file, 'utf8').matchAll(
      /^interface (\w+) extends ([^{]+) \{/gm,
    )) {
      const extended = list.replace(/<[^>]*>/g, '').split(', ');
      bases.set(name, [...(bases.get(name) ?? []), ...extended]);
      for (const base of extended) implementers.set(base, [...(implementers.get(base) ?? []), name]);
    }
  }
  return {
    implementersOf: (owner: string): readonly string[] => implementers.get(owner) ?? [],
    /** An interface and all interfaces that it extends, the nearest first. */
    lineageOf: (owner: string): readonly string[] => {
      const found = new Set([owner]);
      for (const name of found) for (const base of bases.get(name) ?? []) found.add(base);
      return Array.from(found);
    },
  };
}

const textOf = (node: Node): string => {
  const text = node.getText();
  return text.slice(text.lastIndexOf('.') + 1);
};

/**
 * Opens a TypeScript project and finds the features that its modules use, by the declarations of the names in them.
 * @param config - the project's `tsconfig.json`.
 */
export function openSourceProgram(config: string, engines: readonly Engine[]) {
  const api = new API();
  const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
  if (!project) throw new Error(`${config} is not a TypeScript project`);
  const { checker, program } = project;
  const mayLack = createNameFilter(engines);
  const { implementersOf, lineageOf } = readInheritance(project);

  const receiverOf = (node: Node) =>
    isPropertyAccessExpression(node.parent)
      ? checker.getTypeAtLocation(node.parent.expression)?.getSymbol()?.name
      : undefined;

  /**
   * The table contains no mixins, only the interfaces that include them. The interface of the receiver counts, or, if it
   * is unknown, the interface that the fewest engines lack.
   */
  const pathsOfMember = (owner: string, name: string, node?: Node): readonly CompatPath[] => {
    const own = memberPaths(owner, name);
    if (own.length > 0 || findCompat(`api.${owner}`)) return own;
    const implementers = implementersOf(owner);
    const receiver = node && receiverOf(node);
    if (receiver !== undefined && implementers.includes(receiver)) return memberPaths(receiver, name);
    const paths = implementers.flatMap((implementer) => memberPaths(implementer, name));
    return leastLacking(owner === 'WindowOrWorkerGlobalScope' ? globalPaths(name) : paths, engines);
  };

  function pathsOfSymbol(symbol: TypeSymbol, { node, name }: NameUse): readonly CompatPath[] {
    if (!symbol.declarations.some(({ path }) => library.test(path))) return [];
    const owner = symbol.getParent();
    if (!owner || owner.flags & SymbolFlags.ValueModule) return globalPaths(name);
    if (!owner.name.startsWith('__')) return pathsOfMember(owner.name, name, node);
    // An anonymous type declares the members of a constructor: `declare var AbortSignal: { any(...): ... }`.
    return isPropertyAccessExpression(node.parent)
      ? memberPaths(textOf(node.parent.expression), name)
      : globalPaths(name);
  }

  /** The interface of the receiver declares `addEventListener`. A base interface can declare the event. */
  function pathsOfEvent(symbol: TypeSymbol | undefined, event: string): readonly CompatPath[] {
    if (!symbol?.declarations.some(({ path }) => library.test(path))) return [];
    const owner = symbol.getParent()?.name ?? 'Window';
    const paths = lineageOf(owner).flatMap((name) => memberPaths(name, `on${event}`));
    const known = paths.length > 0 ? paths : pathsOfMember(owner, `on${event}`);
    // The table can list an event that bubbles to the window only at the element.
    return known.length > 0 ? known.slice(0, 1) : leastLacking(pathsOfName(`${event}_event`), engines);
  }

  function usesOf({ found, names, events, destructured }: SourceModule): readonly Use[] {
    const symbols = names.length > 0 ? checker.getSymbolAtLocation(names.map(({ node }) => node)) : [];
    return [
      ...found,
      ...names.flatMap((use, index) => {
        const symbol = symbols[index];
        return symbol ? pathsOfSymbol(symbol, use).map((path) => ({ path, line: use.line })) : [];
      }),
      ...events.flatMap(({ node, name, line }) =>
        pathsOfEvent(checker.getSymbolAtLocation(node), name).map((path) => ({ path, line })),
      ),
      ...destructured.flatMap(({ object, name, line }) => {
        const type = checker.getTypeAtLocation(object);
        const symbol = type && checker.getPropertyOfType(type, name);
        return symbol
          ? pathsOfSymbol(symbol, { node: object, name, line }).map((path) => ({ path, line }))
          : [];
      }),
    ];
  }

  return {
    /** @returns the uses of a module, or undefined if the project has no such file. */
    readModule(file: string): ModuleUses | undefined {
      const source = program.getSourceFile(file);
      if (!source) return undefined;
      const module = readSourceModule(source, mayLack);
      return { imports: module.imports, polyfills: module.polyfills, uses: usesOf(module) };
    },
    close: () => api.close(),
  };
}
