// Checks that the texts of the Android app exist in each language.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { elementsOf } from './manifest-merger.mjs';
import { filesIn } from './project.mjs';

export const name = 'each text of the Android app exists in each language, as Android lint requires';

const textElements = new Set(['string', 'plurals', 'string-array']);

/** Folders with a language qualifier: `values-en`, `values-zh-rCN`, `values-b+zh+Hans`; not `values-night` or `values-v31`. */
const languageFolder = /^values-([a-z]{2,3}(?:-r[A-Z]{2})?|b\+[\w+]+)$/;

/** The texts of one folder, and whether lint requires their translation. */
function textsIn(folder) {
  return filesIn(folder, '.xml').flatMap((file) => {
    const { documentElement } = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
    return elementsOf(documentElement)
      .filter(({ tagName }) => textElements.has(tagName))
      .map((element) => ({
        name: element.getAttribute('name'),
        isTranslatable: element.getAttribute('translatable') !== 'false',
      }));
  });
}

/** The texts of several source sets, which Gradle merges into one flavour. */
function mergedTexts(sets) {
  const defaults = new Map();
  const languages = new Map();
  for (const set of sets.filter((folder) => existsSync(folder))) {
    for (const entry of readdirSync(set)) {
      const [, tag] = languageFolder.exec(entry) ?? [];
      const texts = textsIn(join(set, entry));
      if (entry === 'values') for (const text of texts) defaults.set(text.name, text);
      if (tag === undefined) continue;
      const known = languages.get(tag) ?? new Set();
      languages.set(tag, known);
      for (const text of texts) known.add(text.name);
    }
  }
  return { defaults: [...defaults.values()], languages };
}

/**
 * Reports what MissingTranslation and ExtraTranslation of Android lint report. These errors fail a release build.
 * @param {import('./project.mjs').Project} project
 */
export function check({ app }) {
  const sets = (flavour) => ['main', flavour].map((set) => join(app, 'android', 'app', 'src', set, 'res'));
  const problems = ['trial', 'production'].flatMap((flavour) => {
    const { defaults, languages } = mergedTexts(sets(flavour));
    const names = new Set(defaults.map((text) => text.name));
    return [...languages].flatMap(([tag, known]) => {
      const missing = defaults.filter((text) => text.isTranslatable && !known.has(text.name));
      const extra = [...known].filter((text) => !names.has(text));
      return missing
        .map((text) => `values-${tag} has no text ${text.name}`)
        .concat(extra.map((text) => `values-${tag} has the text ${text}, but values has not`));
    });
  });
  return [...new Set(problems)];
}
