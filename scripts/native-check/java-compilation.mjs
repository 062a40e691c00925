// Compiles our Java code against the Android API, the sources of Capacitor, and stubs of libraries that are not available.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAndroidJar } from '../android-jar.mjs';
import { filesIn, nodeModules, run } from './project.mjs';
import { link } from './resources.mjs';

const stubs = fileURLToPath(new URL('./stubs', import.meta.url));
const jpush = join(nodeModules, 'capacitor-plugin-jpush', 'android', 'src', 'main', 'java');
const capacitor = join(nodeModules, '@capacitor', 'android', 'capacitor', 'src', 'main', 'java');

export const name = 'our Java code compiles against the Android API and the sources of Capacitor';

const inOneLine = (text) => text.replaceAll(/\s+/g, ' ');

/** Requires that each method of a stub exists in the class of Capacitor that it replaces. */
function stubProblems() {
  const folder = join(stubs, 'com', 'getcapacitor');
  return filesIn(folder, '.java').flatMap((stub) => {
    const real = inOneLine(readFileSync(join(capacitor, 'com', 'getcapacitor', basename(stub)), 'utf8'));
    const methods = readFileSync(stub, 'utf8').match(/(?:public|protected) [^;={}]+\([^)]*\)/g) ?? [];
    return methods
      .map((method) => inOneLine(method.replace('native ', '')))
      .filter((method) => !real.includes(method.replace(/^(public|protected) /, '')))
      .map((method) => `${basename(stub)}: Capacitor has no ${method}`);
  });
}

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const jar = findAndroidJar();
  if (jar === undefined) return ['android.jar (package libandroid-23-java) is missing'];
  const work = mkdtempSync(join(tmpdir(), 'sealflow-java-'));
  try {
    const generated = join(work, 'generated');
    const linkProblems = link(project, { javaFolder: generated });
    if (linkProblems.length > 0) return linkProblems;
    const sources = [
      join(project.shell, 'android', 'src', 'main'),
      join(project.app, 'android', 'app', 'src', 'main'),
      join(project.app, 'android', 'app', 'src', 'jpush'),
    ];
    const strictOptions = ['-Xlint:all', '-Werror', '-Xprefer:source', '-implicit:none', '-proc:none'];
    const pathOptions = ['-cp', jar, '-sourcepath', [stubs, generated, capacitor, jpush].join(':')];
    const { ok, output } = run('javac', [
      ...strictOptions,
      ...pathOptions,
      '-encoding',
      'UTF-8',
      '-d',
      join(work, 'classes'),
      ...sources.flatMap((folder) => filesIn(folder, '.java')),
    ]);
    return [...stubProblems(), ...(ok ? [] : [output])];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
