import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modules } from './project.mjs';

export const name =
  "Gradle's files: version codes, JPush's library, and no interface that Android's plugin removes";

/** Google Play and Android take no higher version code. */
const highestVersionCode = 2_100_000_000;

const unless = (holds, problem) => (holds ? [] : [problem]);

const versionOf = (text) => /'cn\.jiguang\.sdk:jpush:([\d.]+)'/.exec(text)?.[1];

function versionCodes(text) {
  const limits = /\[([\d, ]+)\]\.eachWithIndex/.exec(text)?.[1]?.split(',').map(Number) ?? [];
  const highest = limits.reduce((code, limit) => code * (limit + 1) + limit, 0);
  return [
    ...unless(limits.length === 4, 'app/build.gradle: the limits of the four parts of a version are missing'),
    ...unless(highest <= highestVersionCode, `app/build.gradle: a version code may be ${highest}`),
    ...unless(limits.at(-1) >= 9999, 'app/build.gradle: the build number ends too soon'),
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
  const plugins = readFileSync(join(modules, 'capacitor-plugin-jpush', 'android', 'build.gradle'), 'utf8');
  const namespaces = [plugins, own].map((text) => /namespace = "(.+?)"/.exec(text)?.[1]);
  return [
    ...versionCodes(build),
    // Gone with version 9 of Android's plugin.
    ...unless(!/applicationVariants|registerTransform/.test(build), 'app/build.gradle: the old variant API'),
    ...unless(
      /dependencyLocking \{\s+lockAllConfigurations\(\)/.test(build),
      'app/build.gradle locks nothing',
    ),
    ...unless(
      read('settings.gradle').includes('jpush-library.gradle'),
      'settings.gradle: JPush builds itself',
    ),
    ...unless(!/agconnect|huawei/i.test(own.replaceAll(/\/\/.*/g, '')), 'jpush-library.gradle: Huawei'),
    ...unless(
      versionOf(own) !== undefined && versionOf(own) === versionOf(plugins),
      `jpush-library.gradle has JPush ${versionOf(own)}, its plugin ${versionOf(plugins)}`,
    ),
    ...unless(namespaces[0] === namespaces[1], `jpush-library.gradle: the namespace is not ${namespaces[0]}`),
  ];
}
