// The house's size rule: a file says one thing. Above 400 lines fails; above 300 is reported.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const apart = /(^|\/)(i18n|fixtures|generated)\/|_pb\.ts$|package-lock\.json$|CHANGELOG\.md$|LICENSE$/;
const counted = /\.(ts|tsx|mts|cts|js|mjs|cjs|css)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => counted.test(file) && !apart.test(file));

let failed = false;
for (const file of files) {
  let lines;
  try {
    lines = readFileSync(file, 'utf8').split('\n').length - 1;
  } catch (error) {
    if (error.code === 'ENOENT') continue;
    throw error;
  }
  if (lines > 400) {
    failed = true;
    process.stderr.write(`${file}: ${lines} lines, at most 400\n`);
  } else if (lines > 300) {
    process.stdout.write(`${file}: ${lines} lines, look whether it says one thing\n`);
  }
}
process.exitCode = failed ? 1 : 0;
