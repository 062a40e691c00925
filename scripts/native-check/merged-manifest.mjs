import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { problemsOf } from './exported.mjs';
import { permissionProblems } from './hardening.mjs';
import { elementsOf } from './manifest.mjs';
import { filesIn } from './project.mjs';

export const name = 'the manifests that Gradle merged open and ask for no more than ours';

const folderOf = ({ app }) => join(app, 'android', 'app', 'build', 'intermediates');

/** `merged_manifest` of the app itself; those of its tests and its libraries lie beside it. */
const merged = /\/merged_manifests?\/(trial|production)(Debug|Release)\/.*AndroidManifest\.xml$/;

const manifestsOf = (project) =>
  existsSync(folderOf(project))
    ? filesIn(folderOf(project), 'AndroidManifest.xml').filter((file) => merged.test(file))
    : [];

/** @param {import('./project.mjs').Project} project */
export const notes = (project) =>
  manifestsOf(project).length > 0
    ? []
    : ['no build of Gradle is here: what AndroidX, Firebase and JPush merge into the manifest stays unseen'];

/**
 * What Gradle merged out of all libraries, those of AndroidX, Firebase and JPush among them. Without a build there is nothing
 * to look at, which `notes` says.
 * @param {import('./project.mjs').Project} project
 * @param {{ isRequired?: boolean }} [options] - whether a missing build is a problem.
 */
export function check(project, { isRequired = process.env.MERGED_MANIFEST === 'required' } = {}) {
  const files = manifestsOf(project);
  if (files.length === 0 && isRequired) return ['Gradle has merged no manifest'];
  return files.flatMap((file) => {
    const manifest = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml').documentElement;
    const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
    const problems = [...problemsOf(application), ...permissionProblems(manifest)];
    return problems.map((problem) => `${relative(folderOf(project), file)}: ${problem}`);
  });
}
