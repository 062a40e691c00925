import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isElementAccessExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isNewExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTypeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { CompatPath } from './compat-data.ts';
import { elementPaths, patternPaths, polyfilledPaths } from './script-features.ts';

/** How a module imports another. A worker has its own global scope. */
export type ImportKind = 'static' | 'dynamic' | 'worker';

/** A name whose declaration shows whether it belongs to the browser. */
export type NameUse = Readonly<{ node: Node; name: string; line: number }>;

/** The uses of features in the syntax tree of a module. */
export type SourceModule = Readonly<{
  imports: ReadonlyArray<{ kind: ImportKind; specifier: string }>;
  /** Features that the syntax alone identifies. */
  found: ReadonlyArray<{ path: CompatPath; line: number }>;
  /** Names of members and globals that can belong to the browser. */
  names: readonly NameUse[];
  /** Events with a listener. The node is the name of the called method. */
  events: readonly NameUse[];
  /** Destructured properties of an object: `const { share } = navigator`. */
  destructured: ReadonlyArray<{ object: Node; name: string; line: number }>;
  /** Features that the module polyfills: `missing(Array.prototype, { at() {} })`. */
  polyfills: readonly CompatPath[];
}>;

/** Type declarations do not exist at run time. */
const isType = (node: Node) =>
  // The class after `extends` is a value, although the syntax tree counts it as a type.
  (isTypeNode(node) && node.kind !== SyntaxKind.ExpressionWithTypeArguments) ||
  node.kind === SyntaxKind.InterfaceDeclaration ||
  node.kind === SyntaxKind.TypeAliasDeclaration;

/** `typeof name` and `object.name?.()` are safe if the name is missing. */
function isGuarded(node: Node): boolean {
  const { parent } = node;
  if (parent.kind === SyntaxKind.TypeOfExpression) return true;
  return (
    (isPropertyAccessExpression(parent) || isCallExpression(parent)) &&
    parent.expression === node &&
    parent.questionDotToken !== undefined
  );
}

function polyfillsOf(node: Node): readonly CompatPath[] {
  if (!isCallExpression(node) || !isIdentifier(node.expression) || node.expression.text !== 'missing')
    return [];
  const [target, methods] = node.arguments;
  if (!target || !methods || !isObjectLiteralExpression(methods)) return [];
  const owner = isPropertyAccessExpression(target) ? target.expression : target;
  return methods.properties.flatMap((property) => {
    const name = 'name' in property ? property.name : undefined;
    return name && isIdentifier(name) && isIdentifier(owner) ? polyfilledPaths(owner.text, name.text) : [];
  });
}

function importOf(node: Node): { kind: ImportKind; specifier: string } | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) {
    const isTypeOnly = isImportDeclaration(node)
      ? node.importClause?.phaseModifier === SyntaxKind.TypeKeyword
      : node.isTypeOnly;
    if (isTypeOnly || !node.moduleSpecifier || !isStringLiteral(node.moduleSpecifier)) return undefined;
    return importAs('static', node.moduleSpecifier.text);
  }
  const [first, second] = isCallExpression(node) || isNewExpression(node) ? (node.arguments ?? []) : [];
  if (!first || !isStringLiteral(first)) return undefined;
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
    return importAs('dynamic', first.text);
  // `new Worker(new URL('./some.worker.ts', import.meta.url))`
  const isModuleUrl = isNewExpression(node) && second !== undefined && isPropertyAccessExpression(second);
  return isModuleUrl && /\.tsx?$/.test(first.text) ? { kind: 'worker', specifier: first.text } : undefined;
}

/** `target.addEventListener('name', ...)`. */
function listenerOf(node: Node): { node: Node; name: string } | undefined {
  if (!isCallExpression(node)) return undefined;
  const [event] = node.arguments;
  const callee = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return isIdentifier(callee) && callee.text === 'addEventListener' && event && isStringLiteral(event)
    ? { node: callee, name: event.text }
    : undefined;
}

/** `?worker` of Vite imports a module as a worker. `?url` imports only an address. */
function importAs(kind: ImportKind, specifier: string): { kind: ImportKind; specifier: string } | undefined {
  const [path = '', query] = specifier.split('?');
  if (query === undefined) return { kind, specifier };
  return query.startsWith('worker') ? { kind: 'worker', specifier: path } : undefined;
}

function syntaxPaths(node: Node): readonly CompatPath[] {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return patternPaths(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (
    (isNewExpression(node) || isCallExpression(node)) &&
    isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  ) {
    const [pattern, flags] = (node.arguments ?? []).map((each) => (isStringLiteral(each) ? each.text : ''));
    return patternPaths(pattern ?? '', flags ?? '');
  }
  if ((isJsxOpeningElement(node) || isJsxSelfClosingElement(node)) && isIdentifier(node.tagName)) {
    const attributes = node.attributes.properties.flatMap((property) =>
      isJsxAttribute(property) && isIdentifier(property.name) ? [property.name.text] : [],
    );
    return /^[a-z]/.test(node.tagName.text) ? elementPaths(node.tagName.text, attributes) : [];
  }
  return [];
}

/**
 * Reads the uses of features from the syntax tree of a module.
 * @param mayLack - whether an engine lacks a feature of this name. Other names need no lookup.
 */
export function readSourceModule(file: SourceFile, mayLack: (name: string) => boolean): SourceModule {
  const imports: { kind: ImportKind; specifier: string }[] = [];
  const found: { path: CompatPath; line: number }[] = [];
  const names: NameUse[] = [];
  const events: NameUse[] = [];
  const destructured: { object: Node; name: string; line: number }[] = [];
  const polyfills: CompatPath[] = [];
  const lineOf = (node: Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

  const visit = (node: Node): void => {
    if (isType(node)) return;
    const imported = importOf(node);
    if (imported) imports.push(imported);
    polyfills.push(...polyfillsOf(node));
    const line = lineOf(node);
    const listener = listenerOf(node);
    if (listener && mayLack(`on${listener.name}`)) events.push({ ...listener, line });
    for (const path of syntaxPaths(node)) found.push({ path, line });

    if (isPropertyAccessExpression(node)) {
      const name = node.name.text;
      if (mayLack(name) && !isGuarded(node)) names.push({ node: node.name, name, line: lineOf(node.name) });
      visit(node.expression);
      return;
    }
    if (isElementAccessExpression(node) && isStringLiteral(node.argumentExpression)) {
      const name = node.argumentExpression.text;
      if (mayLack(name) && !isGuarded(node)) destructured.push({ object: node.expression, name, line });
    } else if (isVariableDeclaration(node) && node.initializer && isObjectBindingPattern(node.name)) {
      for (const element of node.name.elements) {
        const key = element.propertyName ?? element.name;
        if (key && isIdentifier(key) && mayLack(key.text))
          destructured.push({ object: node.initializer, name: key.text, line: lineOf(element) });
      }
    } else if (isIdentifier(node) && mayLack(node.text) && !isGuarded(node)) {
      names.push({ node, name: node.text, line });
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return { imports, found, names, events, destructured, polyfills };
}
