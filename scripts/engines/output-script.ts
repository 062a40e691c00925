import { type Node, parse } from 'acorn';
import { type CompatPath, leastLacking } from './compat-data.ts';
import { globalPaths, memberPaths, pathsOfName, patternPaths, polyfilledPaths } from './script-features.ts';
import type { Engine } from './supported-engines.ts';

/** Any node of the syntax tree, with the fields of its kind. */
type Tree = Node & Readonly<Record<string, unknown>>;

/** The features that a script without types uses, and the polyfills that it defines. */
export type OutputScript = Readonly<{
  /** Syntax of the language, including regular expressions. */
  syntax: ReadonlySet<CompatPath>;
  /** Globals and members, found by their names. */
  names: ReadonlySet<CompatPath>;
  polyfills: ReadonlySet<CompatPath>;
}>;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

function childrenOf(node: Tree): readonly Tree[] {
  const children: Tree[] = [];
  for (const value of Object.values(node)) {
    if (isTree(value)) children.push(value);
    else if (Array.isArray(value)) children.push(...value.filter(isTree));
  }
  return children;
}

const nameOf = (value: unknown): string =>
  isTree(value) && value.type === 'Identifier' ? String(value['name']) : '';

/** The value of a string literal. Minifiers also write strings as templates. */
function textOf(value: unknown): string | undefined {
  if (!isTree(value)) return undefined;
  if (value.type === 'Literal' && typeof value['value'] === 'string') return value['value'];
  const [only, ...others] = value.type === 'TemplateLiteral' ? (value['quasis'] as Tree[]) : [];
  return only && others.length === 0 ? (only['value'] as { cooked?: string }).cooked : undefined;
}

const keyOf = ({ computed, key }: Tree) => (computed === true ? '' : nameOf(key) || (textOf(key) ?? ''));

/** Global instances with their interfaces. */
const instances: ReadonlyMap<string, string> = new Map([
  ['caches', 'CacheStorage'],
  ['crypto', 'Crypto'],
  ['document', 'Document'],
  ['navigator', 'Navigator'],
  ['performance', 'Performance'],
  ['screen', 'Screen'],
]);
const globalObjects = new Set(['globalThis', 'self', 'window']);

const isPrivate = (key: unknown) => isTree(key) && key.type === 'PrivateIdentifier';
const assignments: Readonly<Record<string, CompatPath>> = {
  '&&=': 'javascript.operators.logical_and_assignment',
  '||=': 'javascript.operators.logical_or_assignment',
  '??=': 'javascript.operators.nullish_coalescing_assignment',
};

type ReadSyntax = (node: Tree) => readonly (CompatPath | undefined)[];

const syntaxPaths = new Map<string, ReadSyntax>(
  Object.entries<ReadSyntax>({
    AssignmentExpression: ({ operator }) => [assignments[String(operator)]],
    BinaryExpression: ({ operator, left }) =>
      operator === 'in' && isPrivate(left) ? ['javascript.classes.private_class_fields_in'] : [],
    ImportDeclaration: ({ attributes }) =>
      (attributes as unknown[]).length > 0 ? ['javascript.statements.import.import_attributes'] : [],
    Literal: ({ raw, regex }) => {
      const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string };
      if (pattern !== undefined) return patternPaths(pattern, flags ?? '');
      return /^\d+_/.test(String(raw)) ? ['javascript.grammar.numeric_separators'] : [];
    },
    MethodDefinition: ({ key }) => (isPrivate(key) ? ['javascript.classes.private_class_methods'] : []),
    PropertyDefinition: ({ key, static: isStatic }) => [
      `javascript.classes.${isPrivate(key) ? 'private' : 'public'}_class_fields`,
      isStatic === true ? 'javascript.classes.static.class_fields' : undefined,
    ],
    StaticBlock: () => ['javascript.classes.static.initialization_blocks'],
  }),
);

/** `RegExp("...")` with a string literal counts like a literal of a regular expression. */
function constructedPattern({ callee, arguments: given }: Tree): readonly CompatPath[] {
  const [pattern, flags] = (given as unknown[]).map(textOf);
  return nameOf(callee) === 'RegExp' && pattern !== undefined ? patternPaths(pattern, flags ?? '') : [];
}

/**
 * Polyfills in a script: `missing(Array.prototype, { at() {} })` in the repository,
 * `$({ target: 'Array', proto: true }, { at })` in core-js.
 */
function polyfillsOf({ arguments: given }: Tree): readonly CompatPath[] {
  const [target, methods] = given as unknown[];
  if (!isTree(target) || !isTree(methods) || methods.type !== 'ObjectExpression') return [];
  const properties = (object: Tree) => object['properties'] as Tree[];
  const owner =
    target.type === 'ObjectExpression'
      ? textOf(properties(target).find((each) => keyOf(each) === 'target')?.['value'])
      : nameOf(target.type === 'MemberExpression' ? target['object'] : target);
  return owner ? properties(methods).flatMap((each) => polyfilledPaths(owner, keyOf(each))) : [];
}

/** The table does not mark static members of built-in objects of the language. The runtime objects show the difference. */
function isInstanceMember(path: CompatPath): boolean {
  const [space, , owner = '', member] = path.split('.');
  if (space === 'api') return !path.endsWith('_static') && path.split('.').length > 2;
  if (space !== 'javascript' || member === undefined) return false;
  const known = (globalThis as Record<string, unknown>)[owner];
  return typeof known === 'function' && !Object.hasOwn(known, member);
}

const looseMembers = new Map<string, readonly CompatPath[]>();

/** A method on an object of unknown type counts as the method of the interface that the fewest engines lack. */
function looseMemberPaths(name: string, engines: readonly Engine[]): readonly CompatPath[] {
  const key = `${name} ${engines.map(({ browser, version }) => browser + version).join(' ')}`;
  const known = looseMembers.get(key) ?? leastLacking(pathsOfName(name).filter(isInstanceMember), engines);
  looseMembers.set(key, known);
  return known;
}

type Member = Readonly<{ owner: string; name: string }>;

const memberOf = ({ object, property, computed }: Tree): Member => ({
  owner: nameOf(object),
  name: (computed === true ? textOf(property) : nameOf(property)) ?? '',
});

/** A member of a global: `navigator.locks`, `AbortSignal.any`. */
function globalMemberPaths({ owner, name }: Member): readonly CompatPath[] {
  if (globalObjects.has(owner)) return globalPaths(name);
  const known = instances.get(owner) ?? (/^[A-Z]\w+$/.test(owner) ? owner : undefined);
  return known === undefined ? [] : memberPaths(known, name);
}

/** Adds the names that a node declares. Such a name shadows the global of the browser. */
function addDeclared(node: Tree, declared: Set<string>): void {
  const add = (pattern: unknown): void => {
    if (!isTree(pattern)) return;
    if (pattern.type === 'Identifier') declared.add(nameOf(pattern));
    else for (const child of childrenOf(pattern)) add(child);
  };
  if (node.type === 'VariableDeclarator' || node.type === 'ClassDeclaration') add(node['id']);
  else if (node.type.endsWith('FunctionExpression') || node.type === 'FunctionDeclaration') {
    add(node['id']);
    for (const parameter of node['params'] as unknown[]) add(parameter);
  } else if (node.type.startsWith('Import') && 'local' in node) add(node['local']);
}

/**
 * Finds the features that a script without types uses: globals and their members, and methods by name. A member counts
 * only if the script calls it or accesses its members, because reading a missing member is harmless.
 */
export function readOutputScript(code: string, engines: readonly Engine[]): OutputScript {
  const tree = parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    allowHashBang: true,
  }) as Node as Tree;
  const declared = new Set<string>();
  const mentioned = new Set<string>();
  const syntax = new Set<CompatPath>();
  const names = new Set<CompatPath>();
  const polyfills = new Set<CompatPath>();
  const addTo = (set: Set<CompatPath>, paths: readonly (CompatPath | undefined)[]) => {
    for (const path of paths) if (path !== undefined) set.add(path);
  };

  /** `object.name?.()` is safe if the member is missing. */
  const useMember = (node: unknown, { optional, isCalled }: { optional: unknown; isCalled: boolean }) => {
    if (!isTree(node) || node.type !== 'MemberExpression' || optional === true) return;
    const member = memberOf(node);
    const paths = member.name ? globalMemberPaths(member) : [];
    if (paths.length > 0) addTo(names, paths);
    else if (isCalled && member.name) addTo(names, looseMemberPaths(member.name, engines));
  };
  const visit = (node: Tree): void => {
    addDeclared(node, declared);
    addTo(syntax, syntaxPaths.get(node.type)?.(node) ?? []);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      addTo(syntax, constructedPattern(node));
      addTo(polyfills, polyfillsOf(node));
      useMember(node['callee'], { optional: node['optional'], isCalled: true });
    }
    if (node.type === 'MemberExpression') {
      useMember(node['object'], { optional: node['optional'], isCalled: false });
      visit(node['object'] as Tree);
      if (node['computed'] === true) visit(node['property'] as Tree);
      return;
    }
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
      if (node['computed'] === true) visit(node['key'] as Tree);
      if (isTree(node['value'])) visit(node['value']);
      return;
    }
    // `typeof name` is safe if the global is missing.
    if (node.type === 'UnaryExpression' && node['operator'] === 'typeof' && nameOf(node['argument'])) return;
    const name = nameOf(node);
    if (name) mentioned.add(name);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(tree);
  for (const name of mentioned) if (!declared.has(name)) addTo(names, globalPaths(name));
  return { syntax, names, polyfills };
}
