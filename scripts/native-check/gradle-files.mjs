// Checks the Gradle files of the Android app.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeModules, problemUnless } from './project.mjs';

export const name =
  'Gradle files: version codes, locked dependencies, JPush library, no removed API of the Android plugin';

/** The limit of Google Play and Android. */
const maxVersionCode = 2_100_000_000;

const jpushVersionOf = (text) => /'cn\.jiguang\.sdk:jpush:([\d.]+)'/.exec(text)?.[1];

/** A version has four parts. Each part has a limit, from which Gradle calculates the version code. */
function versionCodeProblems(text) {
  const limits = /\[([\d, ]+)\]\.eachWithIndex/.exec(text)?.[1]?.split(',').map(Number) ?? [];
  const highest = limits.reduce((code, limit) => code * (limit + 1) + limit, 0);
  return [
    ...problemUnless(
      limits.length === 4,
      'app/build.gradle: the limits of the four parts of a version are missing',
    ),
    ...problemUnless(
      highest <= maxVersionCode,
      `app/build.gradle: the highest version code can be ${highest}, which is too high`,
    ),
    ...problemUnless(limits.at(-1) >= 9999, 'app/build.gradle: the limit of the build number is below 9999'),
  ];
}

/** @param {import('./project.mjs').Project} project */
export function check({ app }) {
  const read = (file) => {
    const path = join(app, 'android', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const build = read('app/build.gradle');
  const own = read('jpush-library.gradle');
  const plugins = readFileSync(
    join(nodeModules, 'capacitor-plugin-jpush', 'android', 'build.gradle'),
    'utf8',
  );
  const namespaces = [plugins, own].map((text) => /namespace = "(.+?)"/.exec(text)?.[1]);
  return [
    ...versionCodeProblems(build),
    // Version 9 of the Android plugin removed these APIs.
    ...problemUnless(
      !/applicationVariants|registerTransform/.test(build),
      'app/build.gradle uses a removed API of the Android plugin',
    ),
    ...problemUnless(
      /dependencyLocking \{\s+lockAllConfigurations\(\)/.test(build),
      'app/build.gradle does not lock dependencies',
    ),
    ...problemUnless(
      read('settings.gradle').includes('jpush-library.gradle'),
      'settings.gradle does not use jpush-library.gradle',
    ),
    ...problemUnless(
      !/agconnect|huawei/i.test(own.replaceAll(/\/\/.*/g, '')),
      'jpush-library.gradle contains a library of Huawei',
    ),
    ...problemUnless(
      jpushVersionOf(own) !== undefined && jpushVersionOf(own) === jpushVersionOf(plugins),
      `jpush-library.gradle has JPush ${jpushVersionOf(own)}, its plugin has ${jpushVersionOf(plugins)}`,
    ),
    ...problemUnless(
      namespaces[0] === namespaces[1],
      `jpush-library.gradle: the namespace is not ${namespaces[0]}`,
    ),
  ];
}
