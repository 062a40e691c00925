import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workflowFile, workflowProblems } from './mobile-workflow.mjs';

const text = readFileSync(workflowFile, 'utf8');

it('reports no problem in the workflow of the repository', () => {
  expect(workflowProblems(text)).toEqual([]);
});

it.each([
  ['an unclosed list', 'tags: ["v*"]', 'tags: ["v*"', /./],
  ['a missing branch', 'branches: [main]', 'branches: [other]', /pushes to main/],
  ['a missing path', '      - "packages/native-shell/**"\n', '', /changes of .*native-shell/],
  ['an unknown input', 'inputs.lock', 'inputs.locks', /no input locks/],
  ['an unknown job', 'needs: android\n', 'needs: windows\n', /no job windows/],
  ['an unknown check', 'native:check -- merged-manifest', 'native:check -- merged', /no check merged/],
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
    'an artifact that no step uploads',
    'name: android-emulator, path',
    'name: other, path',
    /uploads the artifact other/,
  ],
  ['an action without a version', 'actions/setup-java@v4', 'actions/setup-java', /has no version/],
  ['an open expression', '${{ matrix.expects }}', '${{ matrix.expects }', /numbers of/],
])('reports %s', (_name, part, replacement, problem) => {
  expect(text).toContain(part);
  expect(workflowProblems(text.replace(part, replacement)).join('\n')).toMatch(problem);
});
