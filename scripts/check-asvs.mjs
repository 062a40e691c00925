// Checks docs/security: linked files exist, linked files contain the named tests, and every requirement of ASVS has a row.
import { brokenLinks, missingTests, namedTests, read } from './linked-tests.mjs';

const page = 'docs/security/asvs.md';
const states = new Set(['met', 'part', 'open', 'operator', 'none']);
/** The number of requirements at levels 1 and 2 in each chapter of ASVS 5.0.0. */
const chapters = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};
const ofLevel = { 1: 70, 2: 183 };

const problems = [];
const counted = { 1: 0, 2: 0 };
const found = new Map();
const ids = new Set();
const text = read(page) ?? '';
const [rows, open = ''] = text.split('\n## Open\n');

for (const [index, line] of rows.split('\n').entries()) {
  const report = (problem) => problems.push(`${page}:${index + 1}: ${problem}`);
  for (const problem of brokenLinks(page, line)) report(problem);
  if (!/^\| \d/.test(line)) continue;
  const cells = line.slice(2, -1).split(' | ');
  if (cells.length !== 6) {
    report(`${cells.length} cells instead of 6`);
    continue;
  }
  const [id, level, , state, where, tests] = cells;
  if (ids.has(id)) report(`duplicate row of ${id}`);
  ids.add(id);
  counted[level] += 1;
  found.set(Number(id.split('.')[0]), (found.get(Number(id.split('.')[0])) ?? 0) + 1);
  if (!states.has(state)) report(`unknown state: ${state}`);
  if (where.trim() === '' && tests.trim() === '') report('the row names neither a file nor a reason');
  if (/\S/.test(tests) && namedTests(tests).length === 0) report('a test link without the name of the test');
  for (const problem of missingTests(page, tests)) report(problem);
  if ((state === 'open' || state === 'part') && !isOpen(id))
    report(`${id} is not met and is not under "Open"`);
}

for (const other of ['docs/security/rules.md', 'docs/security/threat-model.md']) {
  for (const [index, line] of (read(other) ?? '').split('\n').entries()) {
    for (const problem of [...brokenLinks(other, line), ...missingTests(other, line)])
      problems.push(`${other}:${index + 1}: ${problem}`);
  }
}

for (const [chapter, count] of Object.entries(chapters)) {
  const has = found.get(Number(chapter)) ?? 0;
  if (has !== count) problems.push(`${page}: chapter ${chapter} has ${has} rows instead of ${count}`);
}
for (const [level, count] of Object.entries(ofLevel)) {
  if (counted[level] !== count)
    problems.push(`${page}: level ${level} has ${counted[level]} rows instead of ${count}`);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

function isOpen(id) {
  return open.split('\n').some((line) => line.split(' | ')[0]?.replace('| ', '').split(', ').includes(id));
}
