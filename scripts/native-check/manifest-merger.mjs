// Merges the manifests of the Android app and its libraries by the rules of Gradle's manifest merger.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { androidLibraries } from './project.mjs';

const androidNamespace = 'http://schemas.android.com/apk/res/android';
const toolsNamespace = 'http://schemas.android.com/tools';

/** The values of placeholders in the production flavour. */
const placeholders = {
  applicationId: 'cn.sealflow.app',
  JPUSH_PKGNAME: 'cn.sealflow.app',
  JPUSH_APPKEY: '',
  JPUSH_CHANNEL: 'sealflow',
};

const fillPlaceholders = (text) =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name) => placeholders[name] ?? whole);

export const elementsOf = (node) => Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1);
/** @returns {string} the value of an attribute of the android namespace, or an empty string. */
export const attribute = (element, name) => element.getAttributeNS(androidNamespace, name) ?? '';

const parse = (text) => new DOMParser().parseFromString(text, 'text/xml').documentElement;

/** The Java package of a library. A class name with a leading dot, `.Name`, is relative to it. */
function namespaceOf(folder) {
  const gradle = readFileSync(join(folder, 'build.gradle'), 'utf8');
  return /namespace\s*=?\s*["'](.+?)["']/.exec(gradle)?.[1] ?? '';
}

function readManifest(folder, sourceSet = 'main') {
  const file = join(folder, 'src', sourceSet, 'AndroidManifest.xml');
  if (!existsSync(file)) return undefined;
  const manifest = parse(fillPlaceholders(readFileSync(file, 'utf8')));
  for (const element of Array.from(manifest.getElementsByTagName('*'))) {
    const name = attribute(element, 'name');
    if (name.startsWith('.'))
      element.setAttributeNS(androidNamespace, 'android:name', namespaceOf(folder) + name);
  }
  return manifest;
}

/** Identifies an element. A manifest has only one `application`; the name distinguishes other elements. */
const keyOf = (element) =>
  element.tagName === 'application' ? element.tagName : `${element.tagName} ${attribute(element, 'name')}`;

/** An instruction for the merger, such as `tools:node`, or an empty string. */
const mergeRule = (element, name) => element.getAttributeNS(toolsNamespace, name) ?? '';

/** @param {{ into: Element, from: Element, library: string, problems: string[] }} merge */
function mergeAttributes({ into, from, library, problems }) {
  const replaced = new Set(mergeRule(into, 'replace').split(','));
  if (mergeRule(into, 'node') === 'replace') return;
  for (const { name, value, namespaceURI, localName } of Array.from(from.attributes)) {
    if (namespaceURI !== androidNamespace || replaced.has(name)) continue;
    const existing = into.getAttributeNS(androidNamespace, localName) ?? '';
    if (existing === '') into.setAttributeNS(androidNamespace, name, value);
    else if (existing !== value)
      problems.push(
        `${library} sets ${name}="${value}" of ${keyOf(into)}, the app sets "${existing}" without tools:replace`,
      );
  }
}

function mergeInto({ into, from, library, problems }) {
  const existing = new Map(elementsOf(into).map((element) => [keyOf(element), element]));
  for (const element of elementsOf(from)) {
    const found = existing.get(keyOf(element));
    // The merger combines all filters and queries. A removal in a library applies only to other libraries.
    if (found === undefined || element.tagName === 'queries') {
      if (mergeRule(element, 'node') !== 'remove') into.appendChild(element.cloneNode(true));
      continue;
    }
    if (mergeRule(found, 'node') === 'remove') continue;
    mergeAttributes({ into: found, from: element, library, problems });
    if (mergeRule(found, 'node') !== 'replace') mergeInto({ into: found, from: element, library, problems });
  }
}

/** Removes elements with `tools:node="remove"` and all instructions for the merger. */
function applyRemovals(element) {
  for (const child of elementsOf(element)) {
    if (mergeRule(child, 'node') === 'remove') element.removeChild(child);
    else applyRemovals(child);
  }
  for (const { namespaceURI, localName } of Array.from(element.attributes))
    if (namespaceURI === toolsNamespace) element.removeAttributeNS(toolsNamespace, localName);
}

/** The manifest of the app. A build with JPush adds the manifest of the source set `jpush`. */
function appManifest(folder, push) {
  const manifest = readManifest(folder);
  if (push !== 'jpush') return manifest;
  const overlay = readManifest(folder, 'jpush');
  const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
  for (const element of elementsOf(overlay)) {
    const into = element.tagName === 'application' ? application : manifest;
    for (const one of into === application ? elementsOf(element) : [element])
      into.appendChild(one.cloneNode(true));
  }
  return manifest;
}

/**
 * @param {import('./project.mjs').Project} project
 * @param {import('./project.mjs').Push} push
 * @returns {{ manifest: Element, application: Element, problems: string[] }} the problems are conflicts that fail the Gradle build.
 */
export function mergedManifest(project, push) {
  const problems = [];
  const manifest = appManifest(join(project.app, 'android', 'app'), push);
  for (const { name, folder } of androidLibraries(project, push)) {
    const from = readManifest(folder);
    if (from) mergeInto({ into: manifest, from, library: name, problems });
  }
  applyRemovals(manifest);
  const application = elementsOf(manifest).find(({ tagName }) => tagName === 'application');
  return { manifest, application, problems };
}

export const serialize = (manifest) => new XMLSerializer().serializeToString(manifest);
