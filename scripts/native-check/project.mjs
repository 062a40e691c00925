// Shared code of the checks: the folders of the native projects, their files and libraries, and helpers for problems.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../toolchain.mjs';

/**
 * The subject of a check: the repository, or a faulty copy of its native parts.
 * @typedef {{ app: string, shell: string }} Project - the folders of `apps/mobile` and `packages/native-shell`.
 *
 * The push service of a build. The setting `VITE_PUSH` has the same values; `none` means that it is not set.
 * @typedef {'none' | 'vendor' | 'jpush'} Push
 */

/** @type {readonly Push[]} */
export const pushServices = ['none', 'vendor', 'jpush'];

/** The libraries that `cap sync` adds for each push service. The committed projects contain none of them. */
const pushLibraries = {
  none: [],
  vendor: ['@capacitor/push-notifications'],
  jpush: ['capacitor-plugin-jpush'],
};

/** @type {Project} */
export const repository = {
  app: join(root, 'apps', 'mobile'),
  shell: join(root, 'packages', 'native-shell'),
};

export const nodeModules = join(root, 'node_modules');

/** Folders that builds and `cap sync` create in the native projects. */
export const generatedFolders = new Set([
  'build',
  'public',
  'node_modules',
  'capacitor-cordova-android-plugins',
]);

/** @returns {string[]} the files below a folder that have one of the endings. Generated folders are skipped. */
export function filesIn(folder, ...endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : filesIn(path, ...endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/**
 * Reads the libraries of the Android app, in the order in which `cap sync` listed them for Gradle: Capacitor first.
 * @param {Project} project
 * @param {Push} push
 * @returns {{ name: string, folder: string }[]} each with the folder that contains `src/main`.
 */
export function androidLibraries({ app, shell }, push) {
  const settings = join(app, 'android', 'capacitor.settings.gradle');
  const lines = readFileSync(settings, 'utf8').matchAll(
    /project\(':(.+?)'\)\.projectDir = new File\('(.+?)'\)/g,
  );
  const listed = Array.from(lines, ([, name, path]) => {
    if (name === 'sealflow-native-shell') return { name, folder: join(shell, 'android') };
    // The path is relative. In a faulty copy it leads to another node_modules folder.
    const absolute = resolve(dirname(settings), path);
    return {
      name,
      folder: join(
        nodeModules,
        absolute.slice(absolute.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ),
    };
  });
  return listed.concat(
    pushLibraries[push].map((name) => ({ name, folder: join(nodeModules, name, 'android') })),
  );
}

/** @returns {string[]} the problem if the condition is false, otherwise an empty list. */
export const problemUnless = (condition, problem) => (condition ? [] : [problem]);

/** @returns {string[]} the first capture group of each match. */
export const firstGroups = (text, pattern) => Array.from(text.matchAll(pattern), ([, group]) => group);

/**
 * Runs a program.
 * @returns {{ ok: boolean, output: string }} whether it succeeded, and its output on stdout and stderr.
 */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}`.trim() };
}
