// Checks that the property lists, texts and Xcode project of iOS are readable and refer only to existing files.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import plist from 'plist';
import xcode from 'xcode';
import { pushEntitlements } from '../build-native.mjs';
import { filesIn, run } from './project.mjs';

export const name =
  'property lists, texts and Xcode project of iOS are readable, and the files that they name exist';

/** @returns {string | undefined} the error message if a file cannot be read. */
function readError(read) {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

const problemsOf = (file, problem) => (problem === undefined ? [] : [`${basename(file)}: ${problem}`]);

function propertyListProblems(file) {
  const { ok, output } = run('plistutil', ['-i', file, '-o', '/dev/null']);
  return problemsOf(
    file,
    ok ? readError(() => plist.parse(readFileSync(file, 'utf8'))) : output || 'plistutil cannot read it',
  );
}

const line = /^"(?<key>[^"\\]+)" = "(?<text>(?:[^"\\]|\\.)*)";$/;

/** The keys of a `.strings` file, which contains comments and one text per line. */
function keysOf(file) {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n');
  return lines
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const key = line.exec(text)?.groups?.key;
      if (key === undefined) throw new Error(`not a text: ${text}`);
      return key;
    });
}

/** Requires a text in both languages for each permission that iOS requests from the user. */
function usageTextProblems(folder) {
  const info = plist.parse(readFileSync(join(folder, 'Info.plist'), 'utf8'));
  const requiredKeys = Object.keys(info).filter((key) => key.endsWith('UsageDescription'));
  return ['zh-Hans', 'en'].flatMap((language) => {
    const file = join(folder, `${language}.lproj`, 'InfoPlist.strings');
    let keys = [];
    const problem = readError(() => {
      keys = keysOf(file);
    });
    const missing = requiredKeys
      .filter((key) => !keys.includes(key))
      .map((key) => `${language}.lproj has no text for ${key}`);
    return problemsOf(`${language}.lproj`, problem).concat(missing);
  });
}

const unquoted = (text) => text?.replaceAll(/^"|"$/g, '');

/** Files that a build creates. They are not committed. */
const generatedFiles = new Set(['public', 'config.xml', 'capacitor.config.json']);

/** The files of a group of the Xcode project. Groups nest, and the path of a file joins the paths of its groups. */
function filesOf(objects, group, folder) {
  const inside = group.path ? join(folder, unquoted(group.path)) : folder;
  return (group.children ?? []).flatMap(({ value }) => {
    const reference = objects.PBXFileReference[value];
    if (reference === undefined) {
      const child = objects.PBXGroup[value] ?? objects.PBXVariantGroup?.[value];
      return child ? filesOf(objects, child, inside) : [{ missingId: value }];
    }
    // A product of the build.
    if (reference.sourceTree === 'BUILT_PRODUCTS_DIR') return [];
    const path = unquoted(reference.path);
    return [
      { path: join(reference.sourceTree === 'SOURCE_ROOT' ? folder : inside, path), name: basename(path) },
    ];
  });
}

/** A setting can be a variable. Its value is in shared.xcconfig, or a build with push notifications writes it. */
function valuesOf(setting, ios) {
  const variable = /^\$\((\w+)\)$/.exec(setting)?.[1];
  if (variable === undefined) return [setting];
  const settings = readFileSync(join(ios, 'config', 'shared.xcconfig'), 'utf8');
  const value = new RegExp(`^${variable} = (.*)$`, 'm').exec(settings)?.[1];
  return [value ?? setting, ...(variable === 'APP_ENTITLEMENTS' ? [pushEntitlements] : [])];
}

function projectProblems(file) {
  let parsed;
  const problem = readError(() => {
    parsed = xcode.project(file).parseSync().hash.project;
  });
  if (problem !== undefined) return problemsOf(file, problem);
  const { objects, rootObject } = parsed;
  const main = objects.PBXGroup[objects.PBXProject[rootObject].mainGroup];
  const sourceRoot = dirname(dirname(file));
  const found = filesOf(objects, main, sourceRoot);
  const known = new Set(Object.values(objects).flatMap((section) => Object.keys(section)));
  const unknownIds = Array.from(
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
    ...unknownIds.map((id) => `${basename(file)} refers to the missing entry ${id}`),
    ...found
      .filter(({ missingId }) => missingId)
      .map(({ missingId }) => `${basename(file)} has no entry ${missingId}`),
    ...[...found, ...settings]
      .filter(({ path, name: fileName }) => path && !generatedFiles.has(fileName) && !existsSync(path))
      .map(({ path }) => `the Xcode project names ${path}, which does not exist`),
  ];
}

function xmlProblems(file) {
  const errors = [];
  const onError = (_level, message) => errors.push(message);
  const problem = readError(() =>
    new DOMParser({ onError }).parseFromString(readFileSync(file, 'utf8'), 'text/xml'),
  );
  return problemsOf(file, problem ?? errors[0]);
}

/** The committed version must be that of package.json, because a build by Xcode alone uses it. */
function versionProblems({ app }) {
  const settings = readFileSync(join(app, 'ios', 'config', 'shared.xcconfig'), 'utf8');
  const committed = /^MARKETING_VERSION = (.*)$/m.exec(settings)?.[1];
  const expected = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).version;
  return committed === expected
    ? []
    : [`shared.xcconfig has version ${committed}, package.json has ${expected}`];
}

/** @param {import('./project.mjs').Project} project */
export function check({ app }) {
  const ios = join(app, 'ios', 'App');
  const unreadable = filesIn(ios, '.plist', '.entitlements', '.xcprivacy').flatMap(propertyListProblems);
  if (unreadable.length > 0) return unreadable;
  return [
    ...versionProblems({ app }),
    ...usageTextProblems(join(ios, 'App')),
    ...filesIn(ios, '.pbxproj').flatMap(projectProblems),
    ...filesIn(ios, '.storyboard', '.xcscheme').flatMap(xmlProblems),
    ...filesIn(ios, 'Contents.json').flatMap((file) =>
      problemsOf(
        file,
        readError(() => JSON.parse(readFileSync(file, 'utf8'))),
      ).concat(imageProblems(file)),
    ),
  ];
}

/** Requires the files that an asset catalogue names. */
function imageProblems(file) {
  const images = JSON.parse(readFileSync(file, 'utf8')).images ?? [];
  return images
    .filter(({ filename }) => filename && !existsSync(join(dirname(file), filename)))
    .map(({ filename }) => `${filename} of ${basename(dirname(file))} does not exist`);
}
