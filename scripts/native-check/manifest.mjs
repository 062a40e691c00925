// The Android manifest as the build merges it: the app's, then each library's, by the rules of the manifest merger.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { androidLibraries } from './project.mjs';

const android = 'http://schemas.android.com/apk/res/android';
const tools = 'http://schemas.android.com/tools';

/** What Gradle puts in, of the production flavour. */
const placeholders = {
  applicationId: 'cn.sealflow.app',
  JPUSH_PKGNAME: 'cn.sealflow.app',
  JPUSH_APPKEY: '',
  JPUSH_CHANNEL: 'sealflow',
};

const filled = (text) => text.replaceAll(/\$\{(\w+)\}/g, (whole, name) => placeholders[name] ?? whole);

export const elementsOf = (node) => Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1);
/** An attribute of the android name space, or an empty text. */
export const attribute = (element, name) => element.getAttributeNS(android, name) ?? '';

const parse = (text) => new DOMParser().parseFromString(text, 'text/xml').documentElement;

/** A library says `.Name` for a class of its own package. */
function namespaceOf(folder) {
  const gradle = readFileSync(join(folder, 'build.gradle'), 'utf8');
  return /namespace\s*=?\s*["'](.+?)["']/.exec(gradle)?.[1] ?? '';
}

function readManifest(folder, set = 'main') {
  const file = join(folder, 'src', set, 'AndroidManifest.xml');
  if (!existsSync(file)) return undefined;
  const manifest = parse(filled(readFileSync(file, 'utf8')));
  for (const element of Array.from(manifest.getElementsByTagName('*'))) {
    const name = attribute(element, 'name');
    if (name.startsWith('.')) element.setAttributeNS(android, 'android:name', namespaceOf(folder) + name);
  }
  return manifest;
}

const hasOne = new Set(['application']);
const keyOf = (element) =>
  hasOne.has(element.tagName) ? element.tagName : `${element.tagName} ${attribute(element, 'name')}`;

const marked = (element, name) => element.getAttributeNS(tools, name) ?? '';

/** @param {{ into: Element, from: Element, library: string, problems: string[] }} merge */
function mergeAttributes({ into, from, library, problems }) {
  const replaced = new Set(marked(into, 'replace').split(','));
  if (marked(into, 'node') === 'replace') return;
  for (const { name, value, namespaceURI, localName } of Array.from(from.attributes)) {
    if (namespaceURI !== android || replaced.has(name)) continue;
    const own = into.getAttributeNS(android, localName) ?? '';
    if (own === '') into.setAttributeNS(android, name, value);
    else if (own !== value)
      problems.push(
        `${library} says ${name}="${value}" of ${keyOf(into)}, the app "${own}" without tools:replace`,
      );
  }
}

function mergeInto({ into, from, library, problems }) {
  const own = new Map(elementsOf(into).map((element) => [keyOf(element), element]));
  for (const element of elementsOf(from)) {
    const found = own.get(keyOf(element));
    // Filters and queries add up; a removal of a library concerns what other libraries bring.
    if (found === undefined || element.tagName === 'queries') {
      if (marked(element, 'node') !== 'remove') into.appendChild(element.cloneNode(true));
      continue;
    }
    if (marked(found, 'node') === 'remove') continue;
    mergeAttributes({ into: found, from: element, library, problems });
    if (marked(found, 'node') !== 'replace') mergeInto({ into: found, from: element, library, problems });
  }
}

function withoutMarks(element) {
  for (const child of elementsOf(element)) {
    if (marked(child, 'node') === 'remove') element.removeChild(child);
    else withoutMarks(child);
  }
  for (const { namespaceURI, localName } of Array.from(element.attributes))
    if (namespaceURI === tools) element.removeAttributeNS(tools, localName);
}

/** The app's own, with what lies over it in a build with JPush. */
function ownManifest(folder, push) {
  const manifest = readManifest(folder);
  if (push !== 'jpush') return manifest;
  const over = readManifest(folder, 'jpush');
  const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
  for (const element of elementsOf(over)) {
    const into = element.tagName === 'application' ? application : manifest;
    for (const one of into === application ? elementsOf(element) : [element])
      into.appendChild(one.cloneNode(true));
  }
  return manifest;
}

/**
 * @param {import('./project.mjs').Project} project
 * @param {import('./project.mjs').Push} push
 * @returns {{ manifest: Element, application: Element, problems: string[] }} what the build would refuse to merge are
 * problems.
 */
export function mergedManifest(project, push) {
  const problems = [];
  const manifest = ownManifest(join(project.app, 'android', 'app'), push);
  for (const { name, folder } of androidLibraries(project, push)) {
    const from = readManifest(folder);
    if (from) mergeInto({ into: manifest, from, library: name, problems });
  }
  withoutMarks(manifest);
  const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
  return { manifest, application, problems };
}

export const serialised = (manifest) => new XMLSerializer().serializeToString(manifest);
