import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../toolchain.mjs';

/**
 * Where a gate looks: the repository, or a copy of its native parts in which a fault was seeded.
 * @typedef {{ app: string, shell: string }} Project
 *
 * Who brings the pushes of a build, as `VITE_PUSH` says it.
 * @typedef {'none' | 'vendor' | 'jpush'} Push
 */

/** @type {readonly Push[]} */
export const pushes = ['none', 'vendor', 'jpush'];

/** What `cap sync` adds for each; the committed projects are those of a build without. */
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

export const modules = join(root, 'node_modules');

/** What builds and syncs leave in the native projects. */
export const builtFolders = new Set(['build', 'public', 'node_modules', 'capacitor-cordova-android-plugins']);

/** Files below a folder whose path ends in one of these; what a build leaves is none of ours. */
export function filesIn(folder, ...endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return builtFolders.has(entry.name) ? [] : filesIn(path, ...endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/**
 * The libraries of the Android app, Capacitor's own first: what `cap sync` wrote down for Gradle.
 * @param {Project} project
 * @param {Push} push
 * @returns {{ name: string, folder: string }[]} each with its folder that has `src/main`.
 */
export function androidLibraries({ app, shell }, push) {
  const settings = join(app, 'android', 'capacitor.settings.gradle');
  const lines = readFileSync(settings, 'utf8').matchAll(
    /project\(':(.+?)'\)\.projectDir = new File\('(.+?)'\)/g,
  );
  const listed = Array.from(lines, ([, name, path]) => {
    if (name === 'sealflow-native-shell') return { name, folder: join(shell, 'android') };
    // In a copy the way up leads elsewhere.
    const found = resolve(dirname(settings), path);
    return {
      name,
      folder: join(modules, found.slice(found.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    };
  });
  return listed.concat(pushLibraries[push].map((name) => ({ name, folder: join(modules, name, 'android') })));
}

/**
 * Runs a program of the machine.
 * @returns {{ ok: boolean, output: string }} what it said on either stream.
 */
export function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}`.trim() };
}
