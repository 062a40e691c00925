// Requires an explicit flex basis. `flex: 1` means a basis of 0 %, which engines resolve differently in a column without a definite
// height: Chromium and Firefox size the box by its content, and WebKit gives a scrolling box no height.
// Refuses `*` beside a sibling combinator. Such a rule can match below any parent, so that Chromium computes the styles of a whole
// list again for each row that it gets.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const keywords = new Set(['none', 'auto', 'initial', 'inherit', 'unset']);
const number = /^[\d.]+$/;
const zeroPercent = /^0*\.?0*%$/;

function isAmbiguous(property, value) {
  const parts = value.replace('!important', '').trim().split(/\s+/);
  if (property === 'flex-basis') return zeroPercent.test(parts[0]);
  if (parts.length === 1) return number.test(parts[0]) && !keywords.has(parts[0]);
  const isGrowAndShrink = parts.length === 2 && parts.every((part) => number.test(part));
  return isGrowAndShrink || parts.some((part) => zeroPercent.test(part));
}

/** Comments become spaces but keep their line breaks, so that line numbers stay correct. */
const withoutComments = (css) =>
  css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/**
 * Finds selectors with `*` beside a sibling combinator.
 * @param {string} css - a style sheet, or a page with style sheets inside.
 * @returns {{ line: number, declaration: string }[]}
 */
export function universalSiblingsIn(css) {
  const text = withoutComments(css);
  // Selectors only: in a declaration `*` and `+` are arithmetic.
  return Array.from(text.matchAll(/(?<=^|[{};>])([^{};]*)(?=\{)/g))
    .filter(([selectors]) => /\*\s*[+~]|[+~]\s*\*/.test(selectors))
    .map((match) => ({
      line: text.slice(0, match.index + match[0].length - match[0].trimStart().length).split('\n').length,
      declaration: match[0].trim(),
    }));
}

/**
 * Finds declarations of `flex` whose basis engines resolve differently.
 * @param {string} css - a style sheet, or a page with style sheets inside.
 * @returns {{ line: number, declaration: string }[]}
 */
export function ambiguousFlexIn(css) {
  const text = withoutComments(css);
  return Array.from(text.matchAll(/(?<![\w-])(flex|flex-basis)\s*:\s*([^;{}"'<>]+)/g))
    .filter(([, property, value]) => isAmbiguous(property, value))
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length, declaration: match[0].trim() }));
}

function main() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(css|html)$/.test(file));
  const found = files.flatMap((file) => {
    const css = readIfExists(file);
    const flex = ambiguousFlexIn(css).map(
      ({ line, declaration }) =>
        `${file}:${line}: ${declaration}: the basis is ambiguous, use \`1 1 auto\` or \`1 1 0\``,
    );
    const siblings = universalSiblingsIn(css).map(
      ({ line, declaration }) =>
        `${file}:${line}: ${declaration}: \`*\` beside a sibling combinator, use a class or \`:not(:first-child)\``,
    );
    return flex.concat(siblings);
  });
  if (found.length === 0) return;
  process.stderr.write(`${found.join('\n')}\n`);
  process.exitCode = 1;
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
