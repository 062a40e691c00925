import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { filesIn } from './project.mjs';

const grammar = createRequire(import.meta.url).resolve(
  '@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm',
);

/** No compiler of Swift runs here: types and names stay unchecked until Xcode has built it. */
export const name = 'Swift parses';

/** The grammar knows neither of these: a selector reads like a call, and a condition of availability like any other. */
const readable = (text) =>
  text.replaceAll('#selector', '_selector').replaceAll(/#available\([^)]*\)/gu, 'true');

function faultsOf(node) {
  if (!node.hasError) return [];
  const own = node.isError || node.isMissing ? [node] : [];
  return own.length > 0 ? own : node.children.flatMap(faultsOf);
}

/** @param {import('./project.mjs').Project} project */
export async function check({ app, shell }) {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const files = [shell, join(app, 'ios')].flatMap((folder) => filesIn(folder, '.swift'));
  return files.flatMap((file) =>
    faultsOf(parser.parse(readable(readFileSync(file, 'utf8'))).rootNode).map(
      ({ startPosition: { row, column } }) => `${basename(file)}:${row + 1}:${column + 1}: a syntax error`,
    ),
  );
}
