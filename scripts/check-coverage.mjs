// Checks docs/specification-coverage.md: linked files exist, linked files contain the named tests, and each row has a state
// that the page defines.
import { readFileSync } from 'node:fs';
import { brokenLinks, missingTests, namedTests } from './linked-tests.mjs';

const page = 'docs/specification-coverage.md';
const states = new Set(['held', 'different', 'documents', 'phone', 'proof']);
/** The states of implemented requirements. Each of these rows needs a test. */
const implemented = new Set(['held', 'different']);
const sections = 9;

const problems = [];
const seen = new Set();
let section = 0;
let rows = 0;

for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
  section = Number(/^## (\d)/.exec(line)?.[1] ?? section);
  if (!line.startsWith('| ') || line.startsWith('| Asked |')) continue;
  const report = (problem) => problems.push(`${page}:${index + 1}: ${problem}`);
  const cells = line.split(' | ');
  if (cells.length !== 4) {
    report(`${cells.length} cells instead of 4`);
    continue;
  }
  const [requirement, where, tests, lastCell] = cells;
  const state = lastCell.replace(' |', '');
  rows += 1;
  seen.add(section);
  if (!states.has(state)) report(`unknown state: ${state}`);
  for (const problem of brokenLinks(page, `${where} ${tests}`)) report(problem);
  for (const problem of missingTests(page, tests)) report(problem);
  if (implemented.has(state) && namedTests(tests).length === 0) report(`state ${state} requires a test`);
  if (implemented.has(state) && !where.includes('](')) report(`state ${state} requires a linked file`);
  if ((state === 'different') !== requirement.includes('<br>Difference: '))
    report('the state "different" and the text "Difference: " require each other');
}

if (rows === 0) problems.push(`${page} has no rows`);
for (let number = 1; number <= sections; number += 1) {
  if (!seen.has(number)) problems.push(`${page} has no rows in section ${number}`);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
