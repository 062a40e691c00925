import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import plist from 'plist';
import xcode from 'xcode';
import { pushEntitlements } from '../build-native.mjs';
import { filesIn, run } from './project.mjs';

export const name = "Apple's property lists, texts and project can be read, and what they name is there";

/** @returns {string | undefined} why it cannot be read. */
function refusal(read) {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

const about = (file, problem) => (problem === undefined ? [] : [`${basename(file)}: ${problem}`]);

function propertyList(file) {
  const { ok, output } = run('plistutil', ['-i', file, '-o', '/dev/null']);
  return about(
    file,
    ok ? refusal(() => plist.parse(readFileSync(file, 'utf8'))) : output || 'plistutil cannot read it',
  );
}

const line = /^"(?<key>[^"\\]+)" = "(?<text>(?:[^"\\]|\\.)*)";$/;

/** The keys of a `.strings` file, which has one text a line and comments. */
function keysOf(file) {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n');
  return lines
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const key = line.exec(text)?.groups?.key;
      if (key === undefined) throw new Error(`no text: ${text}`);
      return key;
    });
}

/** Each purpose that iOS asks the person about is said in both languages. */
function usageTexts(folder) {
  const info = plist.parse(readFileSync(join(folder, 'Info.plist'), 'utf8'));
  const wanted = Object.keys(info).filter((key) => key.endsWith('UsageDescription'));
  return ['zh-Hans', 'en'].flatMap((language) => {
    const file = join(folder, `${language}.lproj`, 'InfoPlist.strings');
    let keys = [];
    const problem = refusal(() => {
      keys = keysOf(file);
    });
    const missing = wanted
      .filter((key) => !keys.includes(key))
      .map((key) => `${language}.lproj has no text for ${key}`);
    return about(`${language}.lproj`, problem).concat(missing);
  });
}

const unquoted = (text) => text?.replaceAll(/^"|"$/g, '');

/** What a build brings, and is never committed. */
const built = new Set(['public', 'config.xml', 'capacitor.config.json']);

/** Groups nest: a file lies where all of them together lead. */
function filesOf(objects, group, folder) {
  const inside = group.path ? join(folder, unquoted(group.path)) : folder;
  return (group.children ?? []).flatMap(({ value }) => {
    const reference = objects.PBXFileReference[value];
    if (reference === undefined) {
      const child = objects.PBXGroup[value] ?? objects.PBXVariantGroup?.[value];
      return child ? filesOf(objects, child, inside) : [{ lost: value }];
    }
    // What the build itself makes.
    if (reference.sourceTree === 'BUILT_PRODUCTS_DIR') return [];
    const path = unquoted(reference.path);
    return [
      { path: join(reference.sourceTree === 'SOURCE_ROOT' ? folder : inside, path), name: basename(path) },
    ];
  });
}

/** A setting that is a variable has the value of the common configuration, or the one that a build with pushes writes. */
function valuesOf(setting, ios) {
  const variable = /^\$\((\w+)\)$/.exec(setting)?.[1];
  if (variable === undefined) return [setting];
  const settings = readFileSync(join(ios, 'config', 'shared.xcconfig'), 'utf8');
  const value = new RegExp(`^${variable} = (.*)$`, 'm').exec(settings)?.[1];
  return [value ?? setting, ...(variable === 'APP_ENTITLEMENTS' ? [pushEntitlements] : [])];
}

function project(file) {
  let parsed;
  const problem = refusal(() => {
    parsed = xcode.project(file).parseSync().hash.project;
  });
  if (problem !== undefined) return about(file, problem);
  const { objects, rootObject } = parsed;
  const main = objects.PBXGroup[objects.PBXProject[rootObject].mainGroup];
  const sourceRoot = dirname(dirname(file));
  const found = filesOf(objects, main, sourceRoot);
  const known = new Set(Object.values(objects).flatMap((section) => Object.keys(section)));
  const unknown = Array.from(
    JSON.stringify(objects).matchAll(/"(?:fileRef|baseConfigurationReference|productRef)":"(\w+)"/g),
  )
    .map(([, id]) => id)
    .filter((id) => !known.has(id));
  const settings = Object.values(objects.XCBuildConfiguration)
    .flatMap(({ buildSettings }) => [buildSettings?.INFOPLIST_FILE, buildSettings?.CODE_SIGN_ENTITLEMENTS])
    .filter((path) => path !== undefined)
    .flatMap((path) => valuesOf(unquoted(path), dirname(sourceRoot)))
    .map((path) => ({ path: join(sourceRoot, path), name: path }));
  return [
    ...unknown.map((id) => `${basename(file)} refers to ${id}, which it does not have`),
    ...found.filter(({ lost }) => lost).map(({ lost }) => `${basename(file)} has no ${lost}`),
    ...[...found, ...settings]
      .filter(({ path, name: called }) => path && !built.has(called) && !existsSync(path))
      .map(({ path }) => `the project names ${path}, which is not there`),
  ];
}

function storyboard(file) {
  const said = [];
  const onError = (_level, message) => said.push(message);
  const problem = refusal(() =>
    new DOMParser({ onError }).parseFromString(readFileSync(file, 'utf8'), 'text/xml'),
  );
  return about(file, problem ?? said[0]);
}

/** A build by Xcode alone has the version that is committed. */
function version({ app }) {
  const settings = readFileSync(join(app, 'ios', 'config', 'shared.xcconfig'), 'utf8');
  const said = /^MARKETING_VERSION = (.*)$/m.exec(settings)?.[1];
  const wanted = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).version;
  return said === wanted ? [] : [`shared.xcconfig says version ${said}, the package ${wanted}`];
}

/** @param {import('./project.mjs').Project} checked */
export function check({ app }) {
  const ios = join(app, 'ios', 'App');
  const unreadable = filesIn(ios, '.plist', '.entitlements', '.xcprivacy').flatMap(propertyList);
  if (unreadable.length > 0) return unreadable;
  return [
    ...version({ app }),
    ...usageTexts(join(ios, 'App')),
    ...filesIn(ios, '.pbxproj').flatMap(project),
    ...filesIn(ios, '.storyboard', '.xcscheme').flatMap(storyboard),
    ...filesIn(ios, 'Contents.json').flatMap((file) =>
      about(
        file,
        refusal(() => JSON.parse(readFileSync(file, 'utf8'))),
      ).concat(pictures(file)),
    ),
  ];
}

function pictures(file) {
  const named = JSON.parse(readFileSync(file, 'utf8')).images ?? [];
  return named
    .filter(({ filename }) => filename && !existsSync(join(dirname(file), filename)))
    .map(({ filename }) => `${filename} of ${basename(dirname(file))} is not there`);
}
