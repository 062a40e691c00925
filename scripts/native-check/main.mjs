// npm run native:check -- [CHECK...]: checks the native projects of Android and iOS on a machine without Gradle and Xcode.
// CHECK is the name of a file in this folder without its extension. Without arguments all checks run.
import { ensureAndroidJar } from '../android-jar.mjs';
import { installMissingPackages } from '../system-packages.mjs';
import { ensureInstalled, runMain } from '../toolchain.mjs';
import { repository } from './project.mjs';

/**
 * Each module exports `name`, which states what holds if the check passes, and `check`, which returns the problems of a project.
 * Some also export `notes`, which returns remarks that are not problems.
 */
const allChecks = [
  'cap-sync',
  'java-compilation',
  'java-tests',
  'resources',
  'translations',
  'intents',
  'exported-components',
  'merged-manifest',
  'gradle-files',
  'mobile-workflow',
  'bridge-methods',
  'property-lists',
  'swift-syntax',
  'ios-project',
  'ios-workflow-job',
  'hardening',
  'masvs',
  'built-page',
];
const checksWithAndroidJar = new Set(['java-compilation', 'java-tests']);

await runMain(async () => {
  ensureInstalled();
  const { missing, installCommand } = installMissingPackages();
  if (missing.length > 0)
    process.stdout.write(`Missing packages: ${missing.join(', ')}. To install them:\n  ${installCommand}\n`);
  const selected = process.argv.length > 2 ? process.argv.slice(2) : allChecks;
  const jarProblem = selected.some((check) => checksWithAndroidJar.has(check))
    ? ensureAndroidJar()
    : undefined;
  if (jarProblem) process.stdout.write(`libandroid-23-java could not be downloaded: ${jarProblem}\n`);
  for (const file of selected) {
    const since = performance.now();
    const { name, check, notes = () => [] } = await import(`./${file}.mjs`);
    const problems = await check(repository);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${name}  ${seconds} s\n`);
    for (const note of notes(repository)) process.stdout.write(`  (${note})\n`);
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
});
