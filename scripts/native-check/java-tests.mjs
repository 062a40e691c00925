// Runs the tests of our Java code that does not use the Android API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAndroidJar } from '../android-jar.mjs';
import { filesIn, run } from './project.mjs';

const junit = fileURLToPath(new URL('./junit', import.meta.url));

const packageFolder = 'cn/sealflow/';

export const name = 'the tests of our Java code without Android pass';

/** @param {import('./project.mjs').Project} project */
export function check(project) {
  const jar = findAndroidJar();
  if (jar === undefined) return ['android.jar (package libandroid-23-java) is missing'];
  const work = mkdtempSync(join(tmpdir(), 'sealflow-java-tests-'));
  try {
    const sources = [join(project.shell, 'android', 'src'), join(project.app, 'android', 'app', 'src')];
    const tests = sources.flatMap((source) => filesIn(join(source, 'test', 'java'), '.java'));
    const compiled = run('javac', [
      '-implicit:class',
      // The compiler copies constants of the Android API. The tests do not call the API.
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
