// Holds docs/security true: what its pages link is there, the tests that they name are in the files that they name them in, and
// every requirement of ASVS has its row.
import { brokenLinks, missingTests, namedTests, read } from './linked-tests.mjs';

const page = 'docs/security/asvs.md';
const states = new Set(['met', 'part', 'open', 'operator', 'none']);
/** Of ASVS 5.0.0: how many requirements each chapter has at the levels 1 and 2. */
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

const wrong = [];
const counted = { 1: 0, 2: 0 };
const found = new Map();
const ids = new Set();
const text = read(page) ?? '';
const [rows, open = ''] = text.split('\n## Open\n');

for (const [index, line] of rows.split('\n').entries()) {
  const say = (what) => wrong.push(`${page}:${index + 1}: ${what}`);
  for (const what of brokenLinks(page, line)) say(what);
  if (!/^\| \d/.test(line)) continue;
  const cells = line.slice(2, -1).split(' | ');
  if (cells.length !== 6) {
    say(`${cells.length} cells, not 6`);
    continue;
  }
  const [id, level, , state, where, tests] = cells;
  if (ids.has(id)) say(`${id} is there twice`);
  ids.add(id);
  counted[level] += 1;
  found.set(Number(id.split('.')[0]), (found.get(Number(id.split('.')[0])) ?? 0) + 1);
  if (!states.has(state)) say(`no state: ${state}`);
  if (where.trim() === '' && tests.trim() === '') say('says neither where nor why not');
  if (/\S/.test(tests) && namedTests(tests).length === 0) say('a test without its name');
  for (const what of missingTests(page, tests)) say(what);
  if ((state === 'open' || state === 'part') && !isOpen(id)) say(`${id} is not held, and not under "Open"`);
}

for (const other of ['docs/security/rules.md', 'docs/security/threat-model.md']) {
  for (const [index, line] of (read(other) ?? '').split('\n').entries()) {
    for (const what of [...brokenLinks(other, line), ...missingTests(other, line)])
      wrong.push(`${other}:${index + 1}: ${what}`);
  }
}

for (const [chapter, count] of Object.entries(chapters)) {
  const has = found.get(Number(chapter)) ?? 0;
  if (has !== count) wrong.push(`${page}: chapter ${chapter} has ${has} rows, not ${count}`);
}
for (const [level, count] of Object.entries(ofLevel)) {
  if (counted[level] !== count)
    wrong.push(`${page}: level ${level} has ${counted[level]} rows, not ${count}`);
}
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}

function isOpen(id) {
  return open.split('\n').some((line) => line.split(' | ')[0]?.replace('| ', '').split(', ').includes(id));
}
