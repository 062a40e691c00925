// Every test that a page of the documentation names has run and passed in this run of `npm test`: reads the reports of its
// test steps.
//   node scripts/check-claims.mjs --since MILLISECONDS
// MILLISECONDS is when the run began; a report from before belongs to another run.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from '@swc/core';
import { namedTests, read } from './linked-tests.mjs';
import { root } from './toolchain.mjs';

/** The pages whose rows name tests. */
const pages = [
  'docs/specification-coverage.md',
  'docs/security/asvs.md',
  'docs/security/rules.md',
  'docs/security/threat-model.md',
];

/** The reports of `npm test`. A test that only `npm run test:full` runs is in none of them, and proves no row. */
const reports = {
  'unit.json': vitestReport,
  'service.json': vitestReport,
  'chromium.json': vitestReport,
  'journeys.json': playwrightReport,
};

function vitestReport({ startTime, testResults }) {
  const runs = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      path: resolve(name),
      titles: [...ancestorTitles, title],
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );
  return { startedMs: startTime, runs };
}

const playwrightOutcomes = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' };

/** A journey has one outcome for each project that runs it. The outermost suites are the files. */
function playwrightReport({ config, stats, suites }) {
  const runs = [];
  const visit = (suite, groups) => {
    for (const { title, file, tests } of suite.specs) {
      const run = { path: resolve(config.rootDir, file), titles: [...groups, title] };
      for (const { status } of tests) runs.push({ ...run, outcome: playwrightOutcomes[status] });
    }
    for (const inner of suite.suites ?? []) visit(inner, [...groups, inner.title]);
  };
  for (const suite of suites) visit(suite, []);
  return { startedMs: Date.parse(stats.startTime), runs };
}

/**
 * Holds the pages against the reports below a folder.
 *
 * @param base - the root of the repository.
 * @param sinceMs - when the run began, in milliseconds since 1970.
 * @returns what is wrong, one line each.
 */
export function unprovenClaims(base, sinceMs) {
  const wrong = [];
  const runs = [];
  for (const [name, parse] of Object.entries(reports)) {
    const text = read(join(base, 'test-results', name));
    const report = text === null ? null : parse(JSON.parse(text));
    if (report === null) wrong.push(`test-results/${name}: missing`);
    else if (!(report.startedMs >= sinceMs)) wrong.push(`test-results/${name}: from another run`);
    else for (const run of report.runs) runs.push({ ...run, file: relative(base, run.path) });
  }
  if (wrong.length > 0) return wrong;

  const sources = sourcesIn(base);
  let count = 0;
  for (const page of pages) {
    for (const [index, line] of readFileSync(join(base, page), 'utf8').split('\n').entries()) {
      for (const { link, name } of namedTests(line)) {
        count += 1;
        const fault = faultOf({ file: join(dirname(page), link), name }, runs, sources);
        if (fault !== null) wrong.push(`${page}:${index + 1}: ${link}: ${fault}`);
      }
    }
  }
  return count > 0 ? wrong : ['no page names a test'];
}

/** Each test of that name, or in a group of that name, has passed in a report, and failed in none. */
function faultOf({ file, name }, runs, sources) {
  const files = new Set(sources.testFilesOf(file, new Set(runs.map((run) => run.file))));
  const isNamed = titleMatcher(name, sources.titlesIn(file));
  const outcomesOf = new Map();
  for (const { file: from, titles, outcome } of runs) {
    if (!files.has(from) || !titles.some(isNamed)) continue;
    const title = titles.join(' > ');
    outcomesOf.set(title, (outcomesOf.get(title) ?? new Set()).add(outcome));
  }
  if (outcomesOf.size === 0) return `did not run: ${name}`;
  for (const [title, outcomes] of outcomesOf) {
    if (outcomes.has('failed')) return `failed: ${title}`;
    if (!outcomes.has('passed')) return `was skipped: ${title}`;
  }
  return null;
}

/** What stands for a value in the name of a test: Vitest's `%s` and `$name`, and `${name}` of a template. */
const placeholder = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[a-z_][\w.]*/gi;

const literalLength = (name) => name.replaceAll(placeholder, '').length;

function titlePattern(name) {
  const literals = name
    .split(placeholder)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join('[^]*')}$`, 'u');
}

/** A title belongs to the name with the most text in common: `%s` is not the name of each test in its file. */
function titleMatcher(name, titles) {
  if (literalLength(name) === name.length) return (title) => title === name;
  const pattern = titlePattern(name);
  const closer = titles.filter((other) => literalLength(other) > literalLength(name)).map(titlePattern);
  return (title) => pattern.test(title) && !closer.some((other) => other.test(title));
}

/** Reads each source once. */
function sourcesIn(base) {
  const titles = new Map();
  const imports = new Map();
  const sourceOf = (file) => read(join(base, file)) ?? '';

  const importsOf = (file) => {
    if (!imports.has(file)) {
      const paths = [...sourceOf(file).matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path]) => path);
      imports.set(
        file,
        paths.map((path) => join(dirname(file), path)),
      );
    }
    return imports.get(file);
  };
  const reaches = (from, file, seen = new Set()) => {
    if (from === file) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return importsOf(from).some((imported) => reaches(imported, file, seen));
  };

  return {
    titlesIn: (file) => {
      if (!titles.has(file)) titles.set(file, declaredTitles(sourceOf(file), file.endsWith('.tsx')));
      return titles.get(file);
    },
    /** The file itself; of a file that declares tests for others, those that import it. */
    testFilesOf: (file, testFiles) =>
      testFiles.has(file) ? [file] : [...testFiles].filter((from) => reaches(from, file)),
  };
}

/** The names that a source gives its tests and groups of tests, as they are written in it. */
function declaredTitles(source, tsx) {
  const titles = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'CallExpression' && isTest(node.callee)) {
      const title = textOf(node.arguments[0]?.expression);
      if (title !== undefined) titles.add(title);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body);
  return [...titles];
}

const declaring = new Set(['describe', 'it', 'test']);

/** `it`, `it.skipIf(…)`, `it.each([…])`. */
function isTest(callee) {
  if (callee.type === 'Identifier') return declaring.has(callee.value);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

function textOf(node) {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ cooked }) => cooked).join('${}');
  return undefined;
}

function main() {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const sinceMs = Number(values.since);
  if (!(sinceMs > 0)) {
    process.stderr.write('usage: node scripts/check-claims.mjs --since MILLISECONDS\n');
    process.exitCode = 2;
    return;
  }
  const wrong = unprovenClaims(root, sinceMs);
  if (wrong.length === 0) return;
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
