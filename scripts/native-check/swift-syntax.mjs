// Parses the Swift sources with tree-sitter. Types and names are not checked, because no Swift compiler is available.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { filesIn } from './project.mjs';

const grammar = createRequire(import.meta.url).resolve(
  '@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm',
);

export const name = 'the Swift sources have no syntax errors';

/** Replaces syntax that the grammar does not support: selectors become calls, availability conditions become `true`. */
const withoutUnsupportedSyntax = (text) =>
  text.replaceAll('#selector', '_selector').replaceAll(/#available\([^)]*\)/gu, 'true');

/** @returns the innermost nodes with a syntax error. */
function errorNodes(node) {
  if (!node.hasError) return [];
  return node.isError || node.isMissing ? [node] : node.children.flatMap(errorNodes);
}

/** @param {import('./project.mjs').Project} project */
export async function check({ app, shell }) {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const files = [shell, join(app, 'ios')].flatMap((folder) => filesIn(folder, '.swift'));
  return files.flatMap((file) =>
    errorNodes(parser.parse(withoutUnsupportedSyntax(readFileSync(file, 'utf8'))).rootNode).map(
      ({ startPosition: { row, column } }) => `${basename(file)}:${row + 1}:${column + 1}: syntax error`,
    ),
  );
}
