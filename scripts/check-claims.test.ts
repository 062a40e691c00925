import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unprovenClaims } from './check-claims.mjs';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
type Test = readonly [file: string, title: string, status: Status, group?: string];

const sinceMs = Date.parse('2026-03-01T10:00:00Z');
const page = 'docs/specification-coverage.md';
let base = '';

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'claims-'));
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

/** A page whose only row names a test. */
function claim(file: string, name: string): void {
  write(page, `# Page\n\n| asked | where | [the test](../${file}): \`${name}\` | held |\n`);
}

it('accepts a named test that passed', () => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
});

it.each(['skipped', 'pending', 'todo'] as const)('rejects a named test that is %s', (status) => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', status]]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: was skipped: adds numbers`]);
});

it('rejects a named test that failed in one of its reports', () => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']]);
  reportVitest('chromium', [['src/a.test.ts', 'adds numbers', 'failed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: failed: adds numbers`]);
});

it('accepts a named test that one report skips and another runs', () => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'skipped']]);
  reportVitest('chromium', [['src/a.test.ts', 'adds numbers', 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
});

it.each([
  ['src/b.test.ts', 'adds numbers'],
  ['src/a.test.ts', 'adds numbers and letters'],
])('rejects a named test that did not run, though %s ran %s', (file, title) => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [[file, title, 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: did not run: adds numbers`]);
});

it.each(['unit', 'service', 'chromium', 'journeys'])('rejects a run without the report of %s', (name) => {
  claim('e2e/tests/work.spec.ts', 'a task is decided');
  rmSync(join(base, `test-results/${name}.json`));
  expect(unprovenClaims(base, sinceMs)).toEqual([`test-results/${name}.json: missing`]);
});

it('rejects a report that began before the run', () => {
  claim('src/a.test.ts', 'adds numbers');
  reportVitest('unit', [['src/a.test.ts', 'adds numbers', 'passed']], sinceMs - 1);
  expect(unprovenClaims(base, sinceMs)).toEqual(['test-results/unit.json: from another run']);
  expect(unprovenClaims(base, sinceMs + 2)).toContain('test-results/journeys.json: from another run');
});

it('rejects pages that name no test', () => {
  write(page, '# Page\n');
  expect(unprovenClaims(base, sinceMs)).toEqual(['no page names a test']);
});

it.each([
  ['%s shows %j, 100 %', 'a flow shows {"of":[1]}, 100 %'],
  ['$name opens', 'a file\nof two lines opens'],
  ['holds $file.name (${times} times)', 'holds x (60 times)'],
  ['%s', 'anything (at) all'],
])('matches %j with the titles of its table', (name, title) => {
  write('src/a.test.ts', '');
  claim('src/a.test.ts', name);
  reportVitest('unit', [['src/a.test.ts', title, 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
  reportVitest('unit', [
    ['src/a.test.ts', title, 'passed'],
    ['src/a.test.ts', title, 'failed'],
  ]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: failed: ${title}`]);
});

it('requires each row of a table to pass', () => {
  write('src/a.test.ts', '');
  claim('src/a.test.ts', 'reads %s');
  reportVitest('unit', [
    ['src/a.test.ts', 'reads a word', 'passed'],
    ['src/a.test.ts', 'reads a number', 'skipped'],
  ]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: was skipped: reads a number`]);
});

it('a test with the same or a longer title does not count as a row of a table', () => {
  write(
    'src/a.test.ts',
    `it.each([1])('%s', () => {});
     it('adds numbers', () => {});
     test.skipIf(false).each([1])(\`the number \${one} is %d\`, () => {});`,
  );
  claim('src/a.test.ts', '%s');
  const others: readonly Test[] = [
    ['src/a.test.ts', 'adds numbers', 'passed'],
    ['src/a.test.ts', 'the number one is 1', 'passed'],
  ];
  reportVitest('unit', others);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: did not run: %s`]);
  reportVitest('unit', [...others, ['src/a.test.ts', '1', 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
});

it('requires each test of a named group to pass', () => {
  claim('src/a.test.ts', 'sums');
  reportVitest('unit', [
    ['src/a.test.ts', 'of numbers', 'passed', 'sums'],
    ['src/a.test.ts', 'of nothing', 'failed', 'sums'],
  ]);
  expect(unprovenClaims(base, sinceMs)).toEqual([`${page}:3: ../src/a.test.ts: failed: sums > of nothing`]);
});

it('finds tests that a file declares for the files that import it', () => {
  write('src/tests/contract.ts', "export const contract = () => it('adds numbers', () => {});");
  write('src/tests/both.ts', "export { contract } from './contract.ts';");
  write('src/real.test.ts', "import { contract } from './tests/both.ts';");
  claim('src/tests/contract.ts', 'adds numbers');
  reportVitest('unit', [['src/other.test.ts', 'adds numbers', 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([
    `${page}:3: ../src/tests/contract.ts: did not run: adds numbers`,
  ]);
  reportVitest('unit', [['src/real.test.ts', 'adds numbers', 'passed']]);
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
});

it('requires a journey to pass in every project that ran it', () => {
  claim('e2e/tests/work.spec.ts', 'a task is decided');
  reportJourney('expected', 'skipped');
  expect(unprovenClaims(base, sinceMs)).toEqual([]);
  for (const [status, said] of [
    ['unexpected', 'failed'],
    ['flaky', 'failed'],
  ] as const) {
    reportJourney('expected', status);
    expect(unprovenClaims(base, sinceMs)).toEqual([
      `${page}:3: ../e2e/tests/work.spec.ts: ${said}: on a phone > a task is decided`,
    ]);
  }
  reportJourney('skipped');
  expect(unprovenClaims(base, sinceMs)).toEqual([
    `${page}:3: ../e2e/tests/work.spec.ts: was skipped: on a phone > a task is decided`,
  ]);
});

it('reads the security pages too', () => {
  claim('e2e/tests/work.spec.ts', 'a task is decided');
  write('docs/security/asvs.md', '| 1.1.1 | [a](../../src/a.test.ts): `adds numbers` |\n');
  expect(unprovenClaims(base, sinceMs)).toEqual([
    'docs/security/asvs.md:1: ../../src/a.test.ts: did not run: adds numbers',
  ]);
});
