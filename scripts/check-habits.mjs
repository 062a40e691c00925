// Checks conventions of CONTRIBUTING.md: roles in file names, length of commit subjects, and banned words in new comments.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** The roles of `<subject>.<role>.ts`. CONTRIBUTING.md defines each. */
export const roles = `
  routes usecases repository schemas calls errors table job migration command screen component hook store queries rules worker viewer
  types port adapter client middleware util compose test spec setup
`
  .trim()
  .split(/\s+/);
const maxSubjectLength = 72;
/** Words and phrases that new comments must not contain, because readers found them hard to understand. */
const bannedWords =
  /\b(whoever|whosoever|whatsoever|anew|is told|are told|was told|nobody is|nobody has|stands in for|goes with it|by itself alone|lets in|gives out|is had)\b/i;
const nameWithRole = new RegExp(
  String.raw`^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(${roles.join('|')})\.tsx?$`,
);
/** Entry points, and files whose names a tool or a browser requires. */
const nameWithoutRole = /^(index|main|polyfills|[a-z-]+-polyfills|sw|browser-check)\.tsx?$/;

/**
 * The sources of the apps, the shared components and the viewers whose names lack a role. Other packages name their
 * files after the subject alone.
 *
 * @param {string[]} files Paths from the root of the repository.
 */
export function filesWithoutRole(files) {
  return files.filter((file) => {
    if (
      !/^(apps\/[^/]+|packages\/(ui|viewers))\/src\/.*\.tsx?$/.test(file) ||
      /\/(i18n|texts)\/|\.d\.ts$/.test(file)
    )
      return false;
    const name = file.slice(file.lastIndexOf('/') + 1);
    return !nameWithRole.test(name) && !nameWithoutRole.test(name);
  });
}

/**
 * The subjects that are too long. Merge commits of a hosting service are exempt: a service writes their subjects.
 *
 * @param {string[]} subjects First lines of commit messages.
 */
export function longSubjects(subjects) {
  return subjects.filter((subject) => subject.length > maxSubjectLength && !subject.startsWith('Merge '));
}

/**
 * The comment lines with banned words that a change adds.
 *
 * @param {string} diff A unified diff.
 * @returns {string[]} `file: line` for each.
 */
export function bannedWordsInDiff(diff) {
  const found = [];
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice(4).replace(/^b\//, '');
    else if (line.startsWith('+') && isComment(file, line.slice(1)) && bannedWords.test(line))
      found.push(`${file}: ${line.slice(1).trim()}`);
  }
  return found;
}

/** In Markdown every line counts as a comment. */
function isComment(file, line) {
  if (file.endsWith('.md')) return true;
  return /^\s*(\/\/|\/?\*|#|--)|\s\/\/\s/.test(line);
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

function lines(text) {
  return text.split('\n').filter(Boolean);
}

/** The commit that introduced this check. The rules hold for commits after it. */
function firstCheckedCommit() {
  return lines(git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-habits.mjs')).at(-1);
}

/** @returns {string[]} One line for each violation in this checkout. */
export function violations() {
  const found = filesWithoutRole(lines(git('ls-files', '--cached', '--others', '--exclude-standard'))).map(
    (file) => `${file}: the name lacks a role (${roles.join(', ')})`,
  );
  const base = firstCheckedCommit();
  if (base === undefined) return found;
  for (const subject of longSubjects(lines(git('log', '--no-merges', '--format=%s', `${base}..HEAD`))))
    found.push(`commit subject of ${subject.length} characters, at most ${maxSubjectLength}: ${subject}`);
  const sources = ['*.ts', '*.tsx', '*.mjs', '*.css', '*.java', '*.swift', '*.kt', '*.sql'];
  // This check and its test contain the banned words themselves.
  const exempt = [':!scripts/check-habits*'];
  for (const line of bannedWordsInDiff(git('diff', '--unified=0', base, '--', ...sources, ...exempt)))
    found.push(`banned word in a new comment: ${line}`);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations();
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
