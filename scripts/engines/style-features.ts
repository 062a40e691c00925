import {
  type CssNode,
  type Declaration,
  generate,
  type List,
  parse,
  type Rule,
  type WalkContext,
  walk,
} from 'css-tree';
import { type CompatPath, compatData, findCompat, firstKnown, supportOf } from './compat-data.ts';
import type { Use } from './source-program.ts';
import type { Engine } from './supported-engines.ts';

const unitPaths: ReadonlyArray<[RegExp, CompatPath]> = [
  [/^d(?:vw|vh|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_dynamic'],
  [/^l(?:vw|vh|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_large'],
  [/^s(?:vw|vh|vi|vb|vmin|vmax)$/, 'css.types.length.viewport_percentage_units_small'],
  [/^cq(?:w|h|i|b|min|max)$/, 'css.types.length.container_query_length_units'],
];

/** The table lists functions under the type of their value: `css.types.color.color-mix`. */
const functionPaths = (name: string): readonly CompatPath[] =>
  firstKnown([
    `css.types.${name}`,
    ...Object.keys(compatData.css['types'] ?? {}).map((type) => `css.types.${type}.${name}`),
  ]);

/** The table lists pseudo-classes and pseudo-elements by name. */
const pseudoPaths = (name: string): readonly CompatPath[] =>
  name.startsWith('-') ? [] : firstKnown([`css.selectors.${name}`]);

function valuePaths(property: string, node: CssNode): readonly CompatPath[] {
  if (node.type === 'Identifier') {
    const path = `css.properties.${property}`;
    return firstKnown([`${path}.${node.name}`, `${path}.${node.name.replaceAll('-', '_')}`]);
  }
  if (node.type === 'Function')
    return [...firstKnown([`css.properties.${property}.${node.name}`]), ...functionPaths(node.name)];
  if (node.type === 'Dimension') {
    const unit = node.unit.toLowerCase();
    const known = unitPaths.find(([pattern]) => pattern.test(unit))?.[1];
    return firstKnown([known ?? `css.types.length.${unit}`]);
  }
  return [];
}

/** The paths of an at-rule and of the media features in a media query. */
function atRulePaths(name: string, prelude: CssNode | null): readonly CompatPath[] {
  const found = name.startsWith('-') ? [] : [...firstKnown([`css.at-rules.${name}`])];
  if (!prelude || name !== 'media') return found;
  walk(prelude, (node) => {
    if (node.type === 'Feature') {
      const feature = node.name.replace(/^(?:min|max)-/, '');
      found.push(...firstKnown([`css.at-rules.media.${feature}`, `css.at-rules.media.${node.name}`]));
    } else if (node.type === 'FeatureRange') {
      found.push('css.at-rules.media.range_syntax');
    }
  });
  return found;
}

/** An engine that does not support a value uses the previous declaration: `height: 100vh; height: 100dvh`. */
const hasFallback = (declaration: Declaration, siblings: List<CssNode> | undefined) => {
  for (const node of siblings ?? []) {
    if (node === declaration) return false;
    if (node.type === 'Declaration' && node.property === declaration.property) return true;
  }
  return false;
};

const isPrefixedBeside = (prefix: string, property: string, siblings: List<CssNode> | undefined) =>
  Array.from(siblings ?? []).some(
    (node) => node.type === 'Declaration' && node.property === `${prefix}${property}`,
  );

type StyleOptions = Readonly<{
  /** The engines that load the style sheet. */
  engines: readonly Engine[];
  /** `added`: the build adds prefixed declarations later. `written`: the style sheet must contain them. */
  prefixes: 'added' | 'written';
}>;

/** A prefixed declaration in the same rule covers engines that support the feature only with a prefix. */
const isPrefixed = (
  path: CompatPath,
  { property }: Declaration,
  { engines, prefixes, siblings }: StyleOptions & { siblings: List<CssNode> | undefined },
) => {
  const identifier = findCompat(path);
  if (!identifier) return false;
  return engines.every((engine) => {
    const support = supportOf(identifier, engine);
    if (typeof support === 'string') return support === 'yes';
    return prefixes === 'added' || support.some((prefix) => isPrefixedBeside(prefix, property, siblings));
  });
};

/** The features of a `@supports` condition are available in its block. */
function conditionPaths(prelude: CssNode | null): readonly CompatPath[] {
  if (!prelude) return [];
  const found: CompatPath[] = [];
  walk(prelude, (node) => {
    if (node.type === 'Declaration') found.push(...declarationPaths(node));
    if (node.type === 'PseudoClassSelector') found.push(...pseudoPaths(node.name));
  });
  const selector = /selector\((.*)\)/s.exec(generate(prelude))?.[1];
  for (const [, name = ''] of selector?.matchAll(/::?([\w-]+)/g) ?? []) found.push(...pseudoPaths(name));
  return found;
}

const isPlain = (property: string) => !property.startsWith('-');

function declarationPaths(node: Declaration): readonly CompatPath[] {
  const { property, value } = node;
  const found = isPlain(property) ? [...firstKnown([`css.properties.${property}`])] : [];
  walk(value, (part) => {
    found.push(...valuePaths(property, part));
  });
  return found;
}

/**
 * Finds the features that a style sheet uses, except those that a `@supports` rule or an earlier declaration guards.
 */
export function styleUses(css: string, { engines, prefixes }: StyleOptions): readonly Use[] {
  const uses: Use[] = [];
  const guards: CompatPath[][] = [];
  const blocks: List<CssNode>[] = [];
  const report = (paths: readonly CompatPath[], node: CssNode) => {
    for (const path of paths) {
      if (!guards.some((guarded) => guarded.includes(path)))
        uses.push({ path, line: node.loc?.start.line ?? 0 });
    }
  };
  const enterDeclaration = (node: Declaration) => {
    const siblings = blocks.at(-1);
    const [own, ...rest] = declarationPaths(node);
    const values = hasFallback(node, siblings) ? [] : rest;
    report(
      [...(own === undefined ? [] : [own]), ...values].filter(
        (path) => !isPrefixed(path, node, { engines, prefixes, siblings }),
      ),
      node,
    );
  };
  const enterRule = (node: Rule) => {
    if (blocks.length > 0) report(['css.selectors.nesting'], node);
    blocks.push(node.block.children);
  };
  const sheet = parse(css, { positions: true, parseCustomProperty: false });
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule') {
        guards.push(node.name === 'supports' ? [...conditionPaths(node.prelude)] : []);
        report(atRulePaths(node.name, node.prelude), node);
      } else if (node.type === 'Rule') enterRule(node);
      // The parser returns a nested rule as raw text.
      else if (node.type === 'Raw' && this.block !== null && this.declaration === null) {
        if (node.value.includes('{')) report(['css.selectors.nesting'], node);
      } else if (node.type === 'Declaration' && this.atrulePrelude === null) enterDeclaration(node);
      else if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
        report(pseudoPaths(node.name), node);
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule') guards.pop();
      if (node.type === 'Rule') blocks.pop();
    },
  });
  return uses;
}
