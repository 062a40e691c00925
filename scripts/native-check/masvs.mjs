import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks, missingTests } from '../linked-tests.mjs';
import { root } from '../toolchain.mjs';

export const name = 'the table of MASVS has every control, and what it names is there';

const page = join(root, 'docs', 'security', 'masvs.md');

/** How many controls each group of MASVS 2.1 has. */
const groups = {
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

/** The table in front says how many controls have each state. */
function countProblems(lines, rows) {
  return Array.from(states).flatMap((state) => {
    const said = lines.find((line) => line.startsWith(`| ${state} |`))?.split(' | ')[1];
    const found = rows.filter(([, , given]) => given === state).length;
    return Number(said) === found ? [] : [`the page says ${said} of ${state}, ${found} rows have it`];
  });
}

export function check() {
  const lines = readFileSync(page, 'utf8').split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| MASVS-'))
    .map((line) => line.slice(2, -2).split(' | '));
  const controls = Object.entries(groups).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `MASVS-${group}-${index + 1}`),
  );
  const named = rows.map(([control]) => control);
  return [
    ...controls.filter((control) => !named.includes(control)).map((control) => `${control} is missing`),
    ...named.filter((control) => !controls.includes(control)).map((control) => `there is no ${control}`),
    ...rows.filter(([, , state]) => !states.has(state)).map(([control]) => `${control} has no state`),
    ...countProblems(lines, rows),
    ...rows.flatMap(([, , , where, tests]) =>
      brokenLinks(page, `${where} ${tests}`).concat(missingTests(page, tests ?? '')),
    ),
  ];
}
