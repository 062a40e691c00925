import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAndroidJar } from '../android-jar.mjs';
import { filesIn, run } from './project.mjs';

const junit = fileURLToPath(new URL('./junit', import.meta.url));

const packageFolder = 'cn/sealflow/';

export const name = 'our own Java that needs no Android does what its tests say';

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const jar = findAndroidJar();
  if (jar === undefined) return ["Android's API (libandroid-23-java) is missing"];
  const work = mkdtempSync(join(tmpdir(), 'sealflow-java-tests-'));
  try {
    const sources = [join(project.shell, 'android', 'src'), join(project.app, 'android', 'app', 'src')];
    const tests = sources.flatMap((source) => filesIn(join(source, 'test', 'java'), '.java'));
    const compiled = run('javac', [
      '-implicit:class',
      // For constants alone, which the compiler copies; nothing of the API runs.
      '-cp',
      jar,
      '-proc:none',
      '-encoding',
      'UTF-8',
      '-d',
      work,
      '-sourcepath',
      [...sources.map((source) => join(source, 'main', 'java')), junit].join(':'),
      join(junit, 'RunTests.java'),
      ...tests,
    ]);
    if (!compiled.ok) return [compiled.output];
    const classes = tests.map((file) =>
      file.slice(file.indexOf(packageFolder), -'.java'.length).replaceAll('/', '.'),
    );
    const { ok, output } = run('java', ['-Dfile.encoding=UTF-8', '-cp', work, 'RunTests', ...classes]);
    return ok ? [] : output.split('\n');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
