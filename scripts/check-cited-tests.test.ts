import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { citedTestProblems } from './check-cited-tests.mjs';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
type Test = readonly [file: string, title: string, status: Status, group?: string];

const sinceMs = Date.parse('2026-03-01T10:00:00Z');
const page = 'docs/specification-coverage.md';
let base = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cited-tests-'));
  for (const other of ['asvs', 'rules', 'threat-model']) write(`docs/security/${other}.md`, '');
  reportVitest('unit', []);
  reportVitest('service', []);
  reportVitest('chromium', []);
  reportJourney('expected');
});

afterEach(() => rmSync(base, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), text);
}

function reportVitest(name: string, tests: readonly Test[], startTime = sinceMs + 1): void {
  const testResults = tests.map(([file, title, status, group]) => ({
    name: join(base, file),
    assertionResults: [{ ancestorTitles: group === undefined ? [] : [group], title, status }],
  }));
  write(`test-results/${name}.json`, JSON.stringify({ startTime, testResults }));
}

function reportJourney(...statuses: readonly string[]): void {
  const tests = statuses.map((status) => ({ status }));
  const inner = { title: 'on a phone', specs: [{ title: 'a task is decided', file: 'work.spec.ts', tests }] };
  write(
    'test-results/journeys.json',
    JSON.stringify({
      config: { rootDir: join(base, 'e2e/tests') },
      stats: { startTime: new Date(sinceMs + 1).toISOString() },
      suites: [{ title: 'work.spec.ts', specs: [], suites: [inner] }],
    }),
  );
}

/** Writes a page whose only row cites a test. */
function cite(file: string, name: string): void {
  write(page, `# Page\n\n| requirement | where | [the test](../${file}): \`${name}\` | held |\n`);
}

it('accepts a cited test that passed', () => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
});

it.each(['skipped', 'pending', 'todo'] as const)('rejects a cited test that is %s', (status) => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', status]]);
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../src/a.test.ts: was skipped: adds numbers`,
  ]);
});

it('rejects a cited test that failed in one of its reports', () => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']]);
  reportVitest('chromium', [['src/a.test.ts', 'adds numbers', 'failed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: failed: adds numbers`]);
});

it('accepts a cited test that one report skips and another runs', () => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'skipped']]);
  reportVitest('chromium', [['src/a.test.ts', 'adds numbers', 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
});

it.each([
  ['src/b.test.ts', 'adds numbers'],
  ['src/a.test.ts', 'adds numbers and letters'],
])('rejects a cited test that did not run, although %s ran %s', (file, title) => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [[file, title, 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../src/a.test.ts: did not run: adds numbers`,
  ]);
});

it.each(['unit', 'service', 'chromium', 'journeys'])('rejects a run without the report %s', (name) => {
  cite('e2e/tests/work.spec.ts', 'a task is decided');
  rmSync(join(base, `test-results/${name}.json`));
  expect(citedTestProblems(base, sinceMs)).toEqual([`test-results/${name}.json: missing`]);
});

it('rejects a report that began before the run', () => {
  cite('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']], sinceMs - 1);
  expect(citedTestProblems(base, sinceMs)).toEqual(['test-results/unit.json: from another run']);
  expect(citedTestProblems(base, sinceMs + 2)).toContain('test-results/journeys.json: from another run');
});

it('rejects pages that cite no test', () => {
  write(page, '# Page\n');
  expect(citedTestProblems(base, sinceMs)).toEqual(['no page cites a test']);
});

it.each([
  ['%s shows %j, 100 %', 'a flow shows {"of":[1]}, 100 %'],
  ['$name opens', 'a file\nof two lines opens'],
  ['holds $file.name (${times} times)', 'holds x (60 times)'],
  ['%s', 'anything (at) all'],
])('matches the table title %j with the row title %j', (name, title) => {
  write('src/a.test.ts', '');
  cite('src/a.test.ts', name);
  reportVitest('unit', [['src/a.test.ts', title, 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
  reportVitest('unit', [
    ['src/a.test.ts', title, 'passed'],
    ['src/a.test.ts', title, 'failed'],
  ]);
  expect(citedTestProblems(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: failed: ${title}`]);
});

it('requires each row of a table to pass', () => {
  write('src/a.test.ts', '');
  cite('src/a.test.ts', 'reads %s');
  reportVitest('unit', [
    ['src/a.test.ts', 'reads a word', 'passed'],
    ['src/a.test.ts', 'reads a number', 'skipped'],
  ]);
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../src/a.test.ts: was skipped: reads a number`,
  ]);
});

it('a test with the same or a longer title does not count as a row of a table', () => {
  write(
    'src/a.test.ts',
    `it.each([1])('%s', () => {});
     it('adds numbers', () => {});
     test.skipIf(false).each([1])(\`the number \${one} is %d\`, () => {});`,
  );
  cite('src/a.test.ts', '%s');
  const others: readonly Test[] = [
    ['src/a.test.ts', 'adds numbers', 'passed'],
    ['src/a.test.ts', 'the number one is 1', 'passed'],
  ];
  reportVitest('unit', others);
  expect(citedTestProblems(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: did not run: %s`]);
  reportVitest('unit', [...others, ['src/a.test.ts', '1', 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
});

it('requires each test of a cited group to pass', () => {
  cite('src/a.test.ts', 'sums');
  reportVitest('unit', [
    ['src/a.test.ts', 'of numbers', 'passed', 'sums'],
    ['src/a.test.ts', 'of nothing', 'failed', 'sums'],
  ]);
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../src/a.test.ts: failed: sums > of nothing`,
  ]);
});

it('finds tests that a file declares for the files that import it', () => {
  write('src/tests/contract.ts', "export const contract = () => it('adds numbers', () => {});");
  write('src/tests/both.ts', "export { contract } from './contract.ts';");
  write('src/real.test.ts', "import { contract } from './tests/both.ts';");
  cite('src/tests/contract.ts', 'adds numbers');
  reportVitest('unit', [['src/other.test.ts', 'adds numbers', 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../src/tests/contract.ts: did not run: adds numbers`,
  ]);
  reportVitest('unit', [['src/real.test.ts', 'adds numbers', 'passed']]);
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
});

it('requires a journey to pass in every project that ran it', () => {
  cite('e2e/tests/work.spec.ts', 'a task is decided');
  reportJourney('expected', 'skipped');
  expect(citedTestProblems(base, sinceMs)).toEqual([]);
  for (const [status, outcome] of [
    ['unexpected', 'failed'],
    ['flaky', 'failed'],
  ] as const) {
    reportJourney('expected', status);
    expect(citedTestProblems(base, sinceMs)).toEqual([
      `${page}:3: ../e2e/tests/work.spec.ts: ${outcome}: on a phone > a task is decided`,
    ]);
  }
  reportJourney('skipped');
  expect(citedTestProblems(base, sinceMs)).toEqual([
    `${page}:3: ../e2e/tests/work.spec.ts: was skipped: on a phone > a task is decided`,
  ]);
});

it('reads the security pages too', () => {
  cite('e2e/tests/work.spec.ts', 'a task is decided');
  write('docs/security/asvs.md', '| 1.1.1 | [a](../../src/a.test.ts): `adds numbers` |\n');
  expect(citedTestProblems(base, sinceMs)).toEqual([
    'docs/security/asvs.md:1: ../../src/a.test.ts: did not run: adds numbers',
  ]);
});
