// Measures the structure of the sources, such as the sizes of files and the imports between folders.
//   npm run -s structure -- [--json] [--list]
// --json prints the figures as one object. --list also prints the files and names behind each figure.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';

const maxSmallLines = 30;
const isSource = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;
const isTest = /\.(test|spec)\.tsx?$|(^|\/)(testing|tests)\/|^(e2e|bench|scripts)\//;
/** Texts, generated code and declarations are not measured, because they have no structure. */
const isExempt = /\/(i18n|fixtures|generated|texts)\/|_pb\.ts$|\.d\.ts$/;

/** Words that name the unit or the kind of a number. A numeric constant needs one of them in its name. */
const unitWord =
  /(ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|at|time|bytes?|kib|mib|gib|bits?|px|pixels?|degrees?|dpi|points?|emu|twips?|rows?|columns?|pages?|lines?|chars?|characters?|digits?|length|size|width|height|depth|radius|distance|offset|index|position|level|count|number|total|limit|max|min|ratio|factor|scale|share|fraction|percent|opacity|rate|speed|volume|weight|threshold|tolerance|version|revision|port|code|status|id|tag|type|kind|mask|flag|signature|magic|marker|mode|attempts?|retries|iterations|rounds?|workers?|concurrency|copies|files?|entries|items?|segments?|blocks?|parts?|steps?|colou?rs?|items|tokens?|keys?|people|seed|epoch|base|cost|priority|rank|radix|modulus|exponent|memory|parallelism|modifier|quality|gain)$/i;
const minOrMax = /(^|[a-z\d])(max|min|Max|Min)([A-Z]|$)/;

/** Splits a name such as `maxHeaderBytes` or `MAX_BYTES` into words. */
const wordsOf = (name) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').split('_');

function isNumber(node) {
  switch (node?.type) {
    case 'NumericLiteral':
      return true;
    case 'BinaryExpression':
      return isNumber(node.left) && isNumber(node.right);
    case 'UnaryExpression':
      return isNumber(node.argument);
    case 'ParenthesisExpression':
      return isNumber(node.expression);
    default:
      return false;
  }
}

/** @returns the names of numeric constants that contain neither a unit nor a kind. */
export function constantsWithoutUnit(source, tsx = false) {
  const names = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of node.declarations) {
        if (id.type !== 'Identifier' || !isNumber(init)) continue;
        if (!minOrMax.test(id.value) && !wordsOf(id.value).some((word) => unitWord.test(word)))
          names.push(id.value);
      }
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body);
  return names;
}

/** Resolves the name of a workspace module by the `exports` in the package.json of its package. */
function resolvePackage(specifier) {
  const [, name, ...rest] = specifier.split('/');
  const manifest = `packages/${name}/package.json`;
  if (!existsSync(manifest)) return undefined;
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  const path = rest.join('/');
  const target = exports[path === '' ? '.' : `./${path}`] ?? exports['./*']?.replace('*', path);
  return target && normalize(join('packages', name, target));
}

/** The relative and workspace imports of a source, as paths from the root. */
function importsOf(file, source) {
  const specifiers = source.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'([^'?]+)(?:\?[^']*)?'/g);
  return Array.from(specifiers, ([, specifier]) => {
    if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
    return specifier.startsWith('@sealflow/') ? resolvePackage(specifier) : undefined;
  }).filter((path) => path !== undefined);
}

/** The folder two levels below `src` that contains a file, such as `apps/mobile/src/platform/locks`. */
const folderOf = (file) => /^((?:apps|packages)\/[^/]+\/src\/[^/]+\/[^/]+)\//.exec(file)?.[1];

/** @returns the figures of this checkout. A list contains the files or names that a figure counts. */
export function measureStructure() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(file));
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const product = files.filter((file) => isSource.test(file) && !isTest.test(file) && !isExempt.test(file));
  const linesOf = new Map(product.map((file) => [file, sources.get(file).split('\n').length - 1]));

  const importers = new Map(product.map((file) => [file, new Set()]));
  const edges = new Set();
  const featuresImportingApp = [];
  for (const [file, source] of sources) {
    if (isTest.test(file)) continue;
    for (const imported of importsOf(file, source)) {
      importers.get(imported)?.add(file);
      const [from, to] = [folderOf(file), folderOf(imported)];
      if (from && to && from !== to) edges.add(`${from} ${to}`);
      if (file.startsWith('apps/mobile/src/features/') && imported.startsWith('apps/mobile/src/app/'))
        featuresImportingApp.push(`${file} -> ${imported}`);
    }
  }
  const sorted = [...linesOf.values()].sort((a, b) => a - b);
  const twoWayPairs = [...edges].filter((edge) => {
    const [from, to] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`);
  });
  return {
    files: product.length,
    medianLines: sorted[Math.floor(sorted.length / 2)],
    p90Lines: sorted[Math.floor(sorted.length * 0.9)],
    maxLines: sorted.at(-1),
    smallFilesWithOneImporter: product.filter(
      (file) => linesOf.get(file) < maxSmallLines && importers.get(file).size === 1,
    ),
    twoWayPairs,
    featuresImportingApp,
    constantsWithoutUnit: product.flatMap((file) =>
      constantsWithoutUnit(sources.get(file), file.endsWith('x')).map((name) => `${file}: ${name}`),
    ),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = measureStructure();
  const figures = Object.fromEntries(
    Object.entries(measured).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]),
  );
  if (process.argv.includes('--list')) {
    for (const [name, value] of Object.entries(measured))
      if (Array.isArray(value)) process.stdout.write(`${name}\n${value.map((row) => `  ${row}\n`).join('')}`);
  }
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  else for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name}: ${value}\n`);
}
