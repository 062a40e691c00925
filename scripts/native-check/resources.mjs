// Compiles and links the Android resources and the merged manifest with aapt2.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { elementsOf, mergedManifest, serialize } from './manifest-merger.mjs';
import { androidLibraries, filesIn, run } from './project.mjs';

const framework = '/usr/share/android-framework-res/framework-res.apk';
const stubs = fileURLToPath(new URL('./stubs/res', import.meta.url));

/** Features that are newer than Android 10, the version of Debian's framework and aapt2. They are removed from the manifest. */
const newerAttributes = ['android:dataExtractionRules'];
const newerElements = new Set(['queries']);
const newerConfigChanges = '|fontWeightAdjustment';

export const name = 'the Android resources and the merged manifest compile and link';

const resourcesOf = (folder) => join(folder, 'src', 'main', 'res');

/** The resource folders. Later folders override earlier ones: libraries, the app, its flavour. */
function resourceFolders(project, { flavour, push }) {
  const app = join(project.app, 'android', 'app', 'src');
  return [
    stubs,
    ...androidLibraries(project, push).map(({ folder }) => resourcesOf(folder)),
    join(app, 'main', 'res'),
    ...(flavour ? [join(app, flavour, 'res')] : []),
  ].filter((folder) => filesIn(folder, '.xml', '.png').length > 0);
}

function linkableManifest(project, push) {
  const { manifest, application } = mergedManifest(project, push);
  for (const attribute of newerAttributes) application.removeAttribute(attribute);
  for (const element of elementsOf(manifest))
    if (newerElements.has(element.tagName)) manifest.removeChild(element);
  manifest.setAttribute('package', 'cn.sealflow.app');
  return serialize(manifest).replaceAll(newerConfigChanges, '');
}

/**
 * @param {import('./project.mjs').Project} project
 * @param {{ flavour?: string, push?: import('./project.mjs').Push, javaFolder?: string }} [options] - `javaFolder` receives
 * `R.java`.
 * @returns {string[]} problems.
 */
export function link(project, { flavour, push = 'none', javaFolder } = {}) {
  const work = mkdtempSync(join(tmpdir(), 'sealflow-resources-'));
  try {
    const manifest = join(work, 'AndroidManifest.xml');
    writeFileSync(manifest, linkableManifest(project, push));
    const compiled = [];
    for (const [index, folder] of resourceFolders(project, { flavour, push }).entries()) {
      const archive = join(work, `${index}.zip`);
      const { ok, output } = run('aapt2', ['compile', '--dir', folder, '-o', archive]);
      if (!ok) return [output];
      compiled.push(archive);
    }
    if (javaFolder) mkdirSync(javaFolder, { recursive: true });
    const files = ['-I', framework, '--manifest', manifest, '-o', join(work, 'linked.apk')];
    const versions = ['--min-sdk-version', '24', '--target-sdk-version', '36'];
    const { ok, output } = run('aapt2', [
      'link',
      '--auto-add-overlay',
      ...files,
      ...versions,
      ...(javaFolder ? ['--java', javaFolder] : []),
      ...compiled.flatMap((archive) => ['-R', archive]),
    ]);
    return ok ? [] : [output];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  if (!existsSync(framework)) return [`${framework} is missing: package android-framework-res`];
  const builds = [
    { flavour: 'production', push: 'vendor' },
    { flavour: 'production', push: 'jpush' },
    { flavour: 'trial', push: 'none' },
  ];
  return builds.flatMap((build) =>
    link(project, build).map((problem) => `${build.flavour} with push service ${build.push}: ${problem}`),
  );
}
