// Checks the size of source files: more than 400 lines fail, more than 300 lines are reported.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const exempt = /(^|\/)(i18n|fixtures|generated)\/|_pb\.ts$|package-lock\.json$|CHANGELOG\.md$|LICENSE$/;
const checked = /\.(ts|tsx|mts|cts|js|mjs|cjs|css)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => checked.test(file) && !exempt.test(file));

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
    process.stdout.write(`${file}: ${lines} lines, consider splitting it by subject\n`);
  }
}
process.exitCode = failed ? 1 : 0;
