// Checks the table of MASVS controls in docs/security/masvs.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks, missingTests } from '../linked-tests.mjs';
import { root } from '../toolchain.mjs';

export const name = 'the table in masvs.md has every control, and the files and tests that it names exist';

const page = join(root, 'docs', 'security', 'masvs.md');

/** The number of controls in each group of MASVS 2.1. */
const controlCounts = {
  STORAGE: 2,
  CRYPTO: 2,
  AUTH: 3,
  NETWORK: 2,
  PLATFORM: 3,
  CODE: 4,
  RESILIENCE: 4,
  PRIVACY: 4,
};

const states = new Set(['met', 'part', 'open']);

/** The first table of the page contains the number of controls with each state. */
function countProblems(lines, rows) {
  return Array.from(states).flatMap((state) => {
    const stated = lines.find((line) => line.startsWith(`| ${state} |`))?.split(' | ')[1];
    const actual = rows.filter(([, , rowState]) => rowState === state).length;
    return Number(stated) === actual
      ? []
      : [`the page states ${stated} controls with the state ${state}, but ${actual} rows have it`];
  });
}

export function check() {
  const lines = readFileSync(page, 'utf8').split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| MASVS-'))
    .map((line) => line.slice(2, -2).split(' | '));
  const controls = Object.entries(controlCounts).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `MASVS-${group}-${index + 1}`),
  );
  const listed = rows.map(([control]) => control);
  return [
    ...controls.filter((control) => !listed.includes(control)).map((control) => `${control} is missing`),
    ...listed
      .filter((control) => !controls.includes(control))
      .map((control) => `MASVS 2.1 has no control ${control}`),
    ...rows.filter(([, , state]) => !states.has(state)).map(([control]) => `${control} has an unknown state`),
    ...countProblems(lines, rows),
    ...rows.flatMap(([, , , where, tests]) =>
      brokenLinks(page, `${where} ${tests}`).concat(missingTests(page, tests ?? '')),
    ),
  ];
}
