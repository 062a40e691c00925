import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { root } from '../toolchain.mjs';

export const name = 'the workflow of the phones parses, and what it names is there';

export const workflowFile = join(root, '.github', 'workflows', 'mobile.yml');

/** A change of these is what the workflow is for. */
const watched = ['apps/mobile/android/**', 'apps/mobile/ios/**', 'packages/native-shell/**'];

const unless = (holds, problem) => (holds ? [] : [problem]);
const matches = (text, pattern) => Array.from(text.matchAll(pattern), ([, found]) => found);

function triggerProblems({ push, workflow_dispatch: dispatch }, text) {
  const inputs = Object.keys(dispatch?.inputs ?? {});
  return [
    ...unless(push?.branches?.includes('main'), 'pushes to main are not built'),
    ...unless(push?.tags?.length > 0, 'tags are not built'),
    ...watched.flatMap((path) => unless(push?.paths?.includes(path), `a change of ${path} is not built`)),
    ...matches(text, /\binputs\.(\w+)/g).flatMap((input) =>
      unless(inputs.includes(input), `there is no input ${input}`),
    ),
  ];
}

/** Files and scripts of the repository that a step runs. */
function namedThings({ run = '', with: options = {}, 'working-directory': folder }) {
  const commands = `${run}\n${options.script ?? ''}`;
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  return [
    ...unless(folder === undefined || existsSync(join(root, folder)), `there is no folder ${folder}`),
    ...matches(commands, /\b(scripts\/[\w./-]+\.mjs)/g).flatMap((file) =>
      unless(existsSync(join(root, file)), `there is no ${file}`),
    ),
    ...matches(commands, /npm run (?:-s )?([\w:-]+)/g).flatMap((script) =>
      unless(scripts.includes(script), `there is no npm script ${script}`),
    ),
    ...matches(commands, /native:check -- ([\w -]+)/g)
      .flatMap((gates) => gates.trim().split(' '))
      .flatMap((gate) =>
        unless(existsSync(join(root, 'scripts', 'native-check', `${gate}.mjs`)), `there is no gate ${gate}`),
      ),
  ];
}

function stepProblems(step) {
  const isAction = typeof step.uses === 'string';
  return [
    ...unless(isAction !== (typeof step.run === 'string'), 'a step neither runs nor uses, or does both'),
    ...unless(
      !isAction || /^[\w.-]+\/[\w./-]+@(?:v\d|[\da-f]{40}$)/.test(step.uses),
      `${step.uses} has no version`,
    ),
    ...namedThings(step),
  ];
}

function jobProblems(job) {
  const text = JSON.stringify(job);
  const rows = job.strategy?.matrix?.include ?? [];
  return [
    ...unless(typeof job['runs-on'] === 'string', 'no machine is named'),
    ...unless(typeof job['timeout-minutes'] === 'number', 'nothing ends it'),
    ...unless(job.steps?.length > 0, 'there are no steps'),
    ...matches(text, /\bmatrix\.(\w+)/g).flatMap((key) =>
      unless(rows.length > 0 && rows.every((row) => row[key] !== undefined), `a row has no ${key}`),
    ),
    ...(job.steps ?? []).flatMap(stepProblems),
  ];
}

const artifactsOf = (jobs, action) =>
  Object.values(jobs).flatMap(({ steps = [] }) =>
    steps
      .filter(({ uses = '' }) => uses.startsWith(`actions/${action}-artifact@`))
      .map((step) => step.with?.name),
  );

/** @param {string} text - of a workflow. */
export function workflowProblems(text) {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  const { on = {}, jobs = {} } = document.toJS();
  const uploaded = new Set(artifactsOf(jobs, 'upload'));
  return [
    ...triggerProblems(on, text),
    ...Object.entries(jobs).flatMap(([job, given]) =>
      jobProblems(given).map((problem) => `${job}: ${problem}`),
    ),
    ...Object.entries(jobs).flatMap(([job, { needs }]) =>
      [needs ?? []]
        .flat()
        .flatMap((other) => unless(jobs[other] !== undefined, `${job}: there is no job ${other}`)),
    ),
    ...artifactsOf(jobs, 'download').flatMap((one) => unless(uploaded.has(one), `nothing uploads ${one}`)),
    ...unless(
      text.split('${{').length === text.split('}}').length,
      'an expression does not end, or ends without a beginning',
    ),
  ];
}

export const check = () => workflowProblems(readFileSync(workflowFile, 'utf8'));
