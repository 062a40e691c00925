// Checks the pages of docs/security: linked files exist, they contain the named tests, and docs/security/asvs.md has a row for each
// requirement of ASVS.
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
/** The number of requirements at each level. */
const levels = { 1: 70, 2: 183 };

const problems = [];
const rowsOfLevel = { 1: 0, 2: 0 };
const rowsOfChapter = new Map();
const ids = new Set();
const text = read(page) ?? '';
const [table, openRequirements = ''] = text.split('\n## Open\n');

for (const [index, line] of table.split('\n').entries()) {
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
  rowsOfLevel[level] += 1;
  const chapter = Number(id.split('.')[0]);
  rowsOfChapter.set(chapter, (rowsOfChapter.get(chapter) ?? 0) + 1);
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
  const rowCount = rowsOfChapter.get(Number(chapter)) ?? 0;
  if (rowCount !== count)
    problems.push(`${page}: chapter ${chapter} has ${rowCount} rows instead of ${count}`);
}
for (const [level, count] of Object.entries(levels)) {
  if (rowsOfLevel[level] !== count)
    problems.push(`${page}: level ${level} has ${rowsOfLevel[level]} rows instead of ${count}`);
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

/** Whether the section "Open" lists the requirement. */
function isOpen(id) {
  return openRequirements
    .split('\n')
    .some((line) => line.split(' | ')[0]?.replace('| ', '').split(', ').includes(id));
}
