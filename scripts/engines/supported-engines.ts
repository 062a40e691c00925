import browserslist from 'browserslist';
import { root } from '../toolchain.mjs';

/** The environment of a part of the app, which is a section of `.browserslistrc`. */
export type EngineSet = 'shells' | 'browsers';

/** The oldest supported version of an engine. `browser` is the name in `@mdn/browser-compat-data`. */
export type Engine = Readonly<{ browser: string; version: string }>;

export const engineSets: readonly EngineSet[] = ['shells', 'browsers'];

/** WebViews have their own names, because they lack interfaces of the browser of the same version, such as `Notification`. */
const compatNames: Readonly<Record<EngineSet, Readonly<Record<string, string>>>> = {
  shells: { chrome: 'webview_android', ios_saf: 'webview_ios' },
  browsers: { chrome: 'chrome', edge: 'edge', firefox: 'firefox', ios_saf: 'safari_ios', safari: 'safari' },
};

/** The names of engines in `build.target` of Vite. */
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
    // Some versions are a range, such as `18.5-18.7`. The first version counts.
    return [name, version.split('-')[0] ?? ''];
  });

const requireName = (names: Readonly<Record<string, string>>, name: string) => {
  const found = names[name];
  if (found === undefined) throw new Error(`.browserslistrc: unknown engine ${name}`);
  return found;
};

/** @returns the oldest supported engines of a set. */
export const supportedEngines = (set: EngineSet): readonly Engine[] =>
  entriesOf(set).map(([name, version]) => ({ browser: requireName(compatNames[set], name), version }));

/** @returns the oldest supported engines of a set with the names of `build.target` of Vite. */
export const buildTargets = (set: EngineSet): string[] =>
  entriesOf(set).map(([name, version]) => `${requireName(targetNames, name)}${version}`);
