// npm run native:check: what can be said of the native projects on a machine without Android's or Apple's tools. Arguments
// choose gates by their files' names.
import { completeAndroidJar } from '../android-jar.mjs';
import { installMissingPackages } from '../system-packages.mjs';
import { ensureInstalled, runMain } from '../toolchain.mjs';
import { repository } from './project.mjs';

const gates = [
  'cap-sync',
  'java',
  'java-tests',
  'resources',
  'translations',
  'intents',
  'exported',
  'merged-manifest',
  'gradle',
  'mobile-workflow',
  'bridge-methods',
  'property-lists',
  'swift',
  'apple',
  'workflow',
  'hardening',
  'masvs',
  'built-page',
];

await runMain(async () => {
  ensureInstalled();
  const { missing, installCommand } = installMissingPackages();
  if (missing.length > 0)
    process.stdout.write(`Missing packages: ${missing.join(', ')}. To install them:\n  ${installCommand}\n`);
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : gates;
  const jarProblem = chosen.some((gate) => gate === 'java' || gate === 'java-tests')
    ? completeAndroidJar()
    : undefined;
  if (jarProblem) process.stdout.write(`libandroid-23-java could not be downloaded: ${jarProblem}\n`);
  for (const gate of chosen) {
    const since = performance.now();
    const { name, check, notes = () => [] } = await import(`./${gate}.mjs`);
    const problems = await check(repository);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${name}  ${seconds} s\n`);
    for (const note of notes(repository)) process.stdout.write(`  (${note})\n`);
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
});
