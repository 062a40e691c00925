import browserslist from 'browserslist';
import { root } from '../toolchain.mjs';

/** Where a part of the app runs: a section of `.browserslistrc`. */
export type EngineSet = 'shells' | 'browsers';

/** The oldest supported version of an engine, by the name that `@mdn/browser-compat-data` has for it. */
export type Engine = Readonly<{ browser: string; version: string }>;

export const engineSets: readonly EngineSet[] = ['shells', 'browsers'];

/** A WebView lacks interfaces that the browser of the same version has, such as `Notification`. */
const compatNames: Readonly<Record<EngineSet, Readonly<Record<string, string>>>> = {
  shells: { chrome: 'webview_android', ios_saf: 'webview_ios' },
  browsers: { chrome: 'chrome', edge: 'edge', firefox: 'firefox', ios_saf: 'safari_ios', safari: 'safari' },
};

/** The names that Vite's `build.target` has for engines. */
const targetNames: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'ios',
  safari: 'safari',
};

const entriesOf = (set: EngineSet) =>
  browserslist(null, { path: root, env: set }).map((entry): [name: string, version: string] => {
    const [name = '', version = ''] = entry.split(' ');
    // Some versions are a range, such as `18.5-18.7`: its first one counts.
    return [name, version.split('-')[0] ?? ''];
  });

const requireName = (names: Readonly<Record<string, string>>, name: string) => {
  const found = names[name];
  if (found === undefined) throw new Error(`.browserslistrc: the engine ${name} is not known`);
  return found;
};

/** @returns the oldest supported engines of a set. */
export const supportedEngines = (set: EngineSet): readonly Engine[] =>
  entriesOf(set).map(([name, version]) => ({ browser: requireName(compatNames[set], name), version }));

/** @returns the oldest supported engines of all sets, as Vite's `build.target` names them. */
export function buildTargets(): string[] {
  const oldest = new Map<string, number>();
  for (const [name, version] of engineSets.flatMap(entriesOf)) {
    const target = requireName(targetNames, name);
    oldest.set(target, Math.min(Number(version), oldest.get(target) ?? Number(version)));
  }
  return Array.from(oldest, ([target, version]) => `${target}${version}`);
}
