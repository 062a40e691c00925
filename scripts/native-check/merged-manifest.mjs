// Checks the manifests that Gradle merged: exported components and permissions.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { exportedProblems } from './exported-components.mjs';
import { permissionProblems } from './hardening.mjs';
import { elementsOf } from './manifest-merger.mjs';
import { filesIn } from './project.mjs';

export const name =
  'the manifests that Gradle merged have no other exported components and permissions than allowed';

const intermediatesOf = ({ app }) => join(app, 'android', 'app', 'build', 'intermediates');

/** The merged manifests of the app. Those of tests and libraries are in other folders. */
const mergedManifestPath = /\/merged_manifests?\/(trial|production)(Debug|Release)\/.*AndroidManifest\.xml$/;

const manifestsOf = (project) =>
  existsSync(intermediatesOf(project))
    ? filesIn(intermediatesOf(project), 'AndroidManifest.xml').filter((file) => mergedManifestPath.test(file))
    : [];

/** @param {import('./project.mjs').Project} project */
export const notes = (project) =>
  manifestsOf(project).length > 0
    ? []
    : ['not checked, because no Gradle build exists: what AndroidX, Firebase and JPush add to the manifest'];

/**
 * Checks the manifests of a Gradle build, which contain the entries of all libraries, also of AndroidX, Firebase and JPush. Without a
 * build, `notes` states that nothing was checked.
 * @param {import('./project.mjs').Project} project
 * @param {{ isRequired?: boolean }} [options] - whether a missing build is a problem.
 */
export function check(project, { isRequired = process.env.MERGED_MANIFEST === 'required' } = {}) {
  const files = manifestsOf(project);
  if (files.length === 0 && isRequired) return ['no merged manifest of a Gradle build exists'];
  return files.flatMap((file) => {
    const manifest = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml').documentElement;
    const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
    const problems = [...exportedProblems(application), ...permissionProblems(manifest)];
    return problems.map((problem) => `${relative(intermediatesOf(project), file)}: ${problem}`);
  });
}
