// Checks that our Capacitor plugins have the same methods in TypeScript, Java and Swift.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn, firstGroups } from './project.mjs';

export const name = 'the methods of our plugins that the page calls exist on both platforms';

/**
 * Plugins and methods of Android only. iOS apps do not install packages and need no permission for shared storage, whose settings page
 * `AppSettings` opens. Only the Keystore of Android can lose the key of a database that still exists.
 */
const androidOnly = new Set(['PackageInstaller', 'AppSettings', 'BoundKey.forgetDatabaseKey']);

/**
 * Plugins of iOS only: for the Keychain, for files that are unreadable while the phone is locked, for media without `MediaSource`, and for
 * actions of notifications.
 */
const iosOnly = new Set(['Keychain', 'DataProtection', 'MediaRanges', 'DecisionActions']);

/** @returns {{ plugin: string, method: string }[]} the methods of each `interface <name>Plugin`. */
function declaredMethods(shell) {
  return filesIn(join(shell, 'src'), '.ts').flatMap((file) => {
    const interfaces = readFileSync(file, 'utf8').matchAll(/interface (\w+)Plugin \{\n([^]*?)^\}/gm);
    return Array.from(interfaces).flatMap(([, plugin, body]) =>
      firstGroups(body, /^ {2}(\w+)\(/gm)
        .filter((method) => method !== 'addListener')
        .map((method) => ({ plugin, method })),
    );
  });
}

/** @returns {Map<string, Set<string>>} the methods of each plugin in source files. */
function implementedMethods(files, { plugin, method }) {
  return new Map(
    files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const found = plugin.exec(text)?.[1];
      return found === undefined ? [] : [[found, new Set(firstGroups(text, method))]];
    }),
  );
}

/** @param {import('./project.mjs').Project} project */
export function check({ app, shell }) {
  const android = implementedMethods(filesIn(join(shell, 'android', 'src', 'main'), '.java'), {
    plugin: /@CapacitorPlugin\(name = "(\w+)"\)/,
    method: /@PluginMethod\s+public void (\w+)\(PluginCall /g,
  });
  const ios = implementedMethods(filesIn(join(shell, 'ios'), '.swift'), {
    plugin: /jsName = "(\w+)"/,
    method: /@objc func (\w+)\(_ call: CAPPluginCall\)/g,
  });
  // On iOS Capacitor allows only calls of methods in this list.
  const listed = implementedMethods(filesIn(join(shell, 'ios'), '.swift'), {
    plugin: /jsName = "(\w+)"/,
    method: /CAPPluginMethod\(name: "(\w+)"/g,
  });
  const methods = declaredMethods(shell);
  const pluginNames = new Set(methods.map(({ plugin }) => plugin));
  const registered = filesIn(join(app, 'src', 'platform', 'adapters', 'capacitor'), '.adapter.ts').flatMap(
    (file) =>
      firstGroups(readFileSync(file, 'utf8'), /registerPlugin<\w+Plugin>\('(\w+)'\)/g).map((plugin) => ({
        file,
        plugin,
      })),
  );
  return [
    ...registered
      .filter(({ plugin }) => !pluginNames.has(plugin))
      .map(
        ({ file, plugin }) =>
          `${basename(file)} registers ${plugin}, which is not a plugin of packages/native-shell`,
      ),
    ...methods.flatMap(({ plugin, method }) => {
      const fullName = `${plugin}.${method}`;
      const onIos = !androidOnly.has(plugin) && !androidOnly.has(fullName);
      const problems = [];
      const onAndroid = !iosOnly.has(plugin);
      if (onAndroid && !android.get(plugin)?.has(method))
        problems.push(`${fullName} has no method on Android`);
      if (onIos && !ios.get(plugin)?.has(method)) problems.push(`${fullName} has no method on iOS`);
      if (onIos && !listed.get(plugin)?.has(method)) problems.push(`${fullName} is not in the list of iOS`);
      return problems;
    }),
  ];
}
