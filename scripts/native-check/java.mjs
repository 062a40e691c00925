import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAndroidJar } from '../android-jar.mjs';
import { filesIn, modules, run } from './project.mjs';
import { link } from './resources.mjs';

const stubs = fileURLToPath(new URL('./stubs', import.meta.url));
const jpush = join(modules, 'capacitor-plugin-jpush', 'android', 'src', 'main', 'java');
const capacitor = join(modules, '@capacitor', 'android', 'capacitor', 'src', 'main', 'java');

export const name = "our own Java compiles against Android's API and Capacitor's sources";

const oneLine = (text) => text.replaceAll(/\s+/g, ' ');

/** Stubs of Capacitor's classes must say what the classes say, or we compile against a wish. */
function strayed() {
  const folder = join(stubs, 'com', 'getcapacitor');
  return filesIn(folder, '.java').flatMap((stub) => {
    const real = oneLine(readFileSync(join(capacitor, 'com', 'getcapacitor', basename(stub)), 'utf8'));
    const methods = readFileSync(stub, 'utf8').match(/(?:public|protected) [^;={}]+\([^)]*\)/g) ?? [];
    return methods
      .map((method) => oneLine(method.replace('native ', '')))
      .filter((method) => !real.includes(method.replace(/^(public|protected) /, '')))
      .map((method) => `${basename(stub)}: Capacitor has no ${method}`);
  });
}

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const jar = findAndroidJar();
  if (jar === undefined) return ["Android's API (libandroid-23-java) is missing"];
  const work = mkdtempSync(join(tmpdir(), 'sealflow-java-'));
  try {
    const generated = join(work, 'generated');
    const unlinked = link(project, { javaFolder: generated });
    if (unlinked.length > 0) return unlinked;
    const sources = [
      join(project.shell, 'android', 'src', 'main'),
      join(project.app, 'android', 'app', 'src', 'main'),
      join(project.app, 'android', 'app', 'src', 'jpush'),
    ];
    const strictly = ['-Xlint:all', '-Werror', '-Xprefer:source', '-implicit:none', '-proc:none'];
    const places = ['-cp', jar, '-sourcepath', [stubs, generated, capacitor, jpush].join(':')];
    const { ok, output } = run('javac', [
      ...strictly,
      ...places,
      '-encoding',
      'UTF-8',
      '-d',
      join(work, 'classes'),
      ...sources.flatMap((folder) => filesIn(folder, '.java')),
    ]);
    return [...strayed(), ...(ok ? [] : [output])];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
