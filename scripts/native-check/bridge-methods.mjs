import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn } from './project.mjs';

export const name = 'what the page may call of our own plugins is there on both platforms';

/**
 * What there is on Android alone: iOS installs no packages, asks nobody for shared files, and loses no keys while it keeps
 * what they open.
 */
const androidAlone = new Set(['PackageInstaller', 'AppSettings', 'BoundKey.forgetDatabaseKey']);

/** What there is on iOS alone: a Keychain, files that are closed by a lock, and a WebView without `MediaSource`. */
const appleAlone = new Set(['Keychain', 'DataProtection', 'MediaRanges']);

const matches = (text, pattern) => Array.from(text.matchAll(pattern), ([, found]) => found);

/** @returns {{ plugin: string, method: string }[]} the methods of each `interface <name>Plugin` of our own plugins. */
function declared(shell) {
  return filesIn(join(shell, 'src'), '.ts').flatMap((file) => {
    const interfaces = readFileSync(file, 'utf8').matchAll(/interface (\w+)Plugin \{\n([^]*?)^\}/gm);
    return Array.from(interfaces).flatMap(([, plugin, body]) =>
      matches(body, /^ {2}(\w+)\(/gm)
        .filter((method) => method !== 'addListener')
        .map((method) => ({ plugin, method })),
    );
  });
}

/** @returns {Map<string, Set<string>>} by name, what each source of plugins answers to. */
function answered(files, { plugin, method }) {
  return new Map(
    files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const found = plugin.exec(text)?.[1];
      return found === undefined ? [] : [[found, new Set(matches(text, method))]];
    }),
  );
}

/** @param {import('./project.mjs').Project} project */
export function check({ app, shell }) {
  const android = answered(filesIn(join(shell, 'android', 'src', 'main'), '.java'), {
    plugin: /@CapacitorPlugin\(name = "(\w+)"\)/,
    method: /@PluginMethod\s+public void (\w+)\(PluginCall /g,
  });
  const ios = answered(filesIn(join(shell, 'ios'), '.swift'), {
    plugin: /jsName = "(\w+)"/,
    method: /@objc func (\w+)\(_ call: CAPPluginCall\)/g,
  });
  // Capacitor lets through only what is named in this list, too.
  const listed = answered(filesIn(join(shell, 'ios'), '.swift'), {
    plugin: /jsName = "(\w+)"/,
    method: /CAPPluginMethod\(name: "(\w+)"/g,
  });
  const methods = declared(shell);
  const known = new Set(methods.map(({ plugin }) => plugin));
  const registered = filesIn(join(app, 'src', 'platform', 'adapters', 'capacitor'), '.adapter.ts').flatMap(
    (file) =>
      matches(readFileSync(file, 'utf8'), /registerPlugin<\w+Plugin>\('(\w+)'\)/g).map((plugin) => ({
        file,
        plugin,
      })),
  );
  return [
    ...registered
      .filter(({ plugin }) => !known.has(plugin))
      .map(({ file, plugin }) => `${basename(file)} registers ${plugin}, which is none of ours`),
    ...methods.flatMap(({ plugin, method }) => {
      const called = `${plugin}.${method}`;
      const onIos = !androidAlone.has(plugin) && !androidAlone.has(called);
      const lacking = [];
      const onAndroid = !appleAlone.has(plugin);
      if (onAndroid && !android.get(plugin)?.has(method)) lacking.push(`${called} has no method on Android`);
      if (onIos && !ios.get(plugin)?.has(method)) lacking.push(`${called} has no method on iOS`);
      if (onIos && !listed.get(plugin)?.has(method)) lacking.push(`${called} is not in the list of iOS`);
      return lacking;
    }),
  ];
}
