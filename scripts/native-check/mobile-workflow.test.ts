import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workflowFile, workflowProblems } from './mobile-workflow.mjs';

const text = readFileSync(workflowFile, 'utf8');

it('finds no fault in the workflow itself', () => {
  expect(workflowProblems(text)).toEqual([]);
});

it.each([
  ['an unclosed list', 'tags: ["v*"]', 'tags: ["v*"', /./],
  ['a missing branch', 'branches: [main]', 'branches: [other]', /pushes to main/],
  ['a missing path', '      - "packages/native-shell/**"\n', '', /native-shell.*is not built/],
  ['an unknown input', 'inputs.lock', 'inputs.locks', /no input locks/],
  ['an unknown job', 'needs: android\n', 'needs: windows\n', /no job windows/],
  ['an unknown gate', 'native:check -- merged-manifest', 'native:check -- merged', /no gate merged/],
  [
    'an unknown script',
    'android-smoke/main.mjs',
    'android-smoke/gone.mjs',
    /no scripts\/android-smoke\/gone\.mjs/,
  ],
  [
    'an unknown folder',
    'working-directory: apps/mobile/android',
    'working-directory: apps/android',
    /no folder/,
  ],
  ['a row without its value', '{ api: 29, expects: too-old }', '{ api: 29 }', /no expects/],
  [
    'an artifact that nobody makes',
    'name: android-emulator, path',
    'name: other, path',
    /nothing uploads other/,
  ],
  ['an action without a version', 'actions/setup-java@v4', 'actions/setup-java', /has no version/],
  ['an open expression', '${{ matrix.expects }}', '${{ matrix.expects }', /does not end/],
])('rejects %s', (_name, from, to, problem) => {
  expect(text).toContain(from);
  expect(workflowProblems(text.replace(from, to)).join('\n')).toMatch(problem);
});
