// Holds docs/specification-coverage.md true: what it links is there, the tests it names are in the files it names them
// in, and nothing is in any other state than those that the page explains.
import { readFileSync } from 'node:fs';
import { brokenLinks, missingTests, namedTests } from './linked-tests.mjs';

const page = 'docs/specification-coverage.md';
const states = new Set(['held', 'different', 'documents', 'phone', 'proof']);
/** What is there, as it is asked for or in another way: a test shows it. */
const shown = new Set(['held', 'different']);
const sections = 9;

const wrong = [];
const seen = new Set();
let section = 0;
let rows = 0;

for (const [index, line] of readFileSync(page, 'utf8').split('\n').entries()) {
  section = Number(/^## (\d)/.exec(line)?.[1] ?? section);
  if (!line.startsWith('| ') || line.startsWith('| Asked |')) continue;
  const say = (what) => wrong.push(`${page}:${index + 1}: ${what}`);
  const cells = line.split(' | ');
  if (cells.length !== 4) {
    say(`${cells.length} cells, not 4`);
    continue;
  }
  const [asked, where, tests, end] = cells;
  const state = end.replace(' |', '');
  rows += 1;
  seen.add(section);
  if (!states.has(state)) say(`no state: ${state}`);
  for (const what of brokenLinks(page, `${where} ${tests}`)) say(what);
  for (const what of missingTests(page, tests)) say(what);
  if (shown.has(state) && namedTests(tests).length === 0) say(`${state}, but no test shows it`);
  if (shown.has(state) && !where.includes('](')) say(`${state}, but nowhere`);
  if ((state === 'different') !== asked.includes('<br>Difference: '))
    say('a difference is its state and its reason');
}

if (rows === 0) wrong.push(`${page} has no rows`);
for (let number = 1; number <= sections; number += 1) {
  if (!seen.has(number)) wrong.push(`${page} has nothing of section ${number}`);
}
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}
