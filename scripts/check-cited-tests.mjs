// Requires that each test that a page of the documentation cites ran and passed in this run of `npm test`. The proof is in the
// reports of the test steps.
//   node scripts/check-cited-tests.mjs --since MILLISECONDS
// MILLISECONDS is the start of the run in milliseconds since 1970. An older report belongs to another run.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from '@swc/core';
import { namedTests, read } from './linked-tests.mjs';
import { root } from './toolchain.mjs';

/** The pages whose rows cite tests. */
const pages = [
  'docs/specification-coverage.md',
  'docs/security/asvs.md',
  'docs/security/rules.md',
  'docs/security/threat-model.md',
];

/** The reports of `npm test`. They do not contain the tests that only `npm run test:full` runs. A row cannot cite those. */
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

/** A journey has one outcome per Playwright project. The outermost suites are the files. */
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
 * Compares the pages with the reports of a run.
 *
 * @param base - the root of the repository, which contains the pages and `test-results`.
 * @param sinceMs - the start of the run, in milliseconds since 1970.
 * @returns one line for each problem: a missing or old report, or a cited test that did not run and pass.
 */
export function citedTestProblems(base, sinceMs) {
  const problems = [];
  const runs = [];
  for (const [name, parse] of Object.entries(reports)) {
    const text = read(join(base, 'test-results', name));
    const report = text === null ? null : parse(JSON.parse(text));
    if (report === null) problems.push(`test-results/${name}: missing`);
    else if (!(report.startedMs >= sinceMs)) problems.push(`test-results/${name}: from another run`);
    else for (const run of report.runs) runs.push({ ...run, file: relative(base, run.path) });
  }
  if (problems.length > 0) return problems;

  const sources = sourcesIn(base);
  let citationCount = 0;
  for (const page of pages) {
    for (const [index, line] of readFileSync(join(base, page), 'utf8').split('\n').entries()) {
      for (const { link, name } of namedTests(line)) {
        citationCount += 1;
        const problem = problemOf({ file: join(dirname(page), link), name }, runs, sources);
        if (problem !== null) problems.push(`${page}:${index + 1}: ${link}: ${problem}`);
      }
    }
  }
  return citationCount > 0 ? problems : ['no page cites a test'];
}

/**
 * Each test with the cited title, or in a group with this title, must have passed in at least one report and failed in none.
 * @returns the problem, or null.
 */
function problemOf({ file, name }, runs, sources) {
  const files = new Set(sources.testFilesOf(file, new Set(runs.map((run) => run.file))));
  const isNamed = titleMatcher(name, sources.titlesIn(file));
  const outcomesOf = new Map();
  for (const { file: testFile, titles, outcome } of runs) {
    if (!files.has(testFile) || !titles.some(isNamed)) continue;
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

/** A placeholder for a value in a title: `%s` and `$name` of Vitest's tables, and `${name}` of a template literal. */
const placeholder = /%[sdifjoOc#$]|\$\{[^}]*\}|\$[a-z_][\w.]*/gi;

const literalLength = (name) => name.replaceAll(placeholder, '').length;

function titlePattern(name) {
  const literals = name
    .split(placeholder)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join('[^]*')}$`, 'u');
}

/**
 * Matches the titles of the tests that a declared title with placeholders produces. A title that a more specific declaration
 * in the file also matches belongs to that declaration. Otherwise `%s` would match every test of its file.
 */
function titleMatcher(name, titles) {
  if (literalLength(name) === name.length) return (title) => title === name;
  const pattern = titlePattern(name);
  const moreSpecific = titles.filter((other) => literalLength(other) > literalLength(name)).map(titlePattern);
  return (title) => pattern.test(title) && !moreSpecific.some((other) => other.test(title));
}

/** Reads the titles and imports of sources. Each source is parsed once. */
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
  const doesImport = (from, file, seen = new Set()) => {
    if (from === file) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return importsOf(from).some((imported) => doesImport(imported, file, seen));
  };

  return {
    titlesIn: (file) => {
      if (!titles.has(file)) titles.set(file, declaredTitles(sourceOf(file), file.endsWith('.tsx')));
      return titles.get(file);
    },
    /** @returns the file itself, or, if it declares tests in an exported function, the test files that import it. */
    testFilesOf: (file, testFiles) =>
      testFiles.has(file) ? [file] : [...testFiles].filter((from) => doesImport(from, file)),
  };
}

/** @returns the titles of tests and groups in a source, with their placeholders. */
function declaredTitles(source, tsx) {
  const titles = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'CallExpression' && isTestFunction(node.callee)) {
      const title = textOf(node.arguments[0]?.expression);
      if (title !== undefined) titles.add(title);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body);
  return [...titles];
}

const testFunctions = new Set(['describe', 'it', 'test']);

/** Matches `it`, `it.skipIf(…)` and `it.each([…])`. */
function isTestFunction(callee) {
  if (callee.type === 'Identifier') return testFunctions.has(callee.value);
  if (callee.type === 'MemberExpression') return isTestFunction(callee.object);
  return callee.type === 'CallExpression' && isTestFunction(callee.callee);
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
    process.stderr.write('usage: node scripts/check-cited-tests.mjs --since MILLISECONDS\n');
    process.exitCode = 2;
    return;
  }
  const problems = citedTestProblems(root, sinceMs);
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
