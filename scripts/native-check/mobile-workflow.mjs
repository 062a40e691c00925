// Checks .github/workflows/mobile.yml, which builds the native apps, without running it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { root } from '../toolchain.mjs';
import { firstGroups, problemUnless } from './project.mjs';

export const name = 'the workflow mobile.yml is valid, and the files and scripts that it names exist';

export const workflowFile = join(root, '.github', 'workflows', 'mobile.yml');

/** Changes of these paths must start the workflow. */
const triggerPaths = ['apps/mobile/android/**', 'apps/mobile/ios/**', 'packages/native-shell/**'];

function triggerProblems({ push, workflow_dispatch: dispatch }, text) {
  const inputs = Object.keys(dispatch?.inputs ?? {});
  return [
    ...problemUnless(push?.branches?.includes('main'), 'pushes to main do not start the workflow'),
    ...problemUnless(push?.tags?.length > 0, 'tags do not start the workflow'),
    ...triggerPaths.flatMap((path) =>
      problemUnless(push?.paths?.includes(path), `changes of ${path} do not start the workflow`),
    ),
    ...firstGroups(text, /\binputs\.(\w+)/g).flatMap((input) =>
      problemUnless(inputs.includes(input), `there is no input ${input}`),
    ),
  ];
}

/** The folders, files, npm scripts and native checks that a step names must exist. */
function referenceProblems({ run = '', with: options = {}, 'working-directory': folder }) {
  const commands = `${run}\n${options.script ?? ''}`;
  const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);
  return [
    ...problemUnless(folder === undefined || existsSync(join(root, folder)), `there is no folder ${folder}`),
    ...firstGroups(commands, /\b(scripts\/[\w./-]+\.mjs)/g).flatMap((file) =>
      problemUnless(existsSync(join(root, file)), `there is no ${file}`),
    ),
    ...firstGroups(commands, /npm run (?:-s )?([\w:-]+)/g).flatMap((script) =>
      problemUnless(scripts.includes(script), `there is no npm script ${script}`),
    ),
    ...firstGroups(commands, /native:check -- ([\w -]+)/g)
      .flatMap((checks) => checks.trim().split(' '))
      .flatMap((check) =>
        problemUnless(
          existsSync(join(root, 'scripts', 'native-check', `${check}.mjs`)),
          `there is no check ${check}`,
        ),
      ),
  ];
}

function stepProblems(step) {
  const isAction = typeof step.uses === 'string';
  return [
    ...problemUnless(
      isAction !== (typeof step.run === 'string'),
      'a step has neither run nor uses, or it has both',
    ),
    ...problemUnless(
      !isAction || /^[\w.-]+\/[\w./-]+@(?:v\d|[\da-f]{40}$)/.test(step.uses),
      `${step.uses} has no version`,
    ),
    ...referenceProblems(step),
  ];
}

function jobProblems(job) {
  const text = JSON.stringify(job);
  const rows = job.strategy?.matrix?.include ?? [];
  return [
    ...problemUnless(typeof job['runs-on'] === 'string', 'runs-on is missing'),
    ...problemUnless(typeof job['timeout-minutes'] === 'number', 'timeout-minutes is missing'),
    ...problemUnless(job.steps?.length > 0, 'the steps are missing'),
    ...firstGroups(text, /\bmatrix\.(\w+)/g).flatMap((key) =>
      problemUnless(
        rows.length > 0 && rows.every((row) => row[key] !== undefined),
        `a row of the matrix has no ${key}`,
      ),
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
    ...Object.entries(jobs).flatMap(([name, job]) =>
      jobProblems(job).map((problem) => `${name}: ${problem}`),
    ),
    ...Object.entries(jobs).flatMap(([job, { needs }]) =>
      [needs ?? []]
        .flat()
        .flatMap((other) => problemUnless(jobs[other] !== undefined, `${job}: there is no job ${other}`)),
    ),
    ...artifactsOf(jobs, 'download').flatMap((name) =>
      problemUnless(uploaded.has(name), `no step uploads the artifact ${name}`),
    ),
    ...problemUnless(
      text.split('${{').length === text.split('}}').length,
      'the numbers of ${{ and }} differ',
    ),
  ];
}

export const check = () => workflowProblems(readFileSync(workflowFile, 'utf8'));
