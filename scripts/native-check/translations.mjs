import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { elementsOf } from './manifest.mjs';
import { filesIn } from './project.mjs';

export const name = "Android's texts are there in each language, as its lint asks";

const kinds = new Set(['string', 'plurals', 'string-array']);

/** Qualifiers of a language: `values-en`, `values-zh-rCN`, `values-b+zh+Hans`; not `values-night` or `values-v31`. */
const language = /^values-([a-z]{2,3}(?:-r[A-Z]{2})?|b\+[\w+]+)$/;

/** The texts of one folder, by whether lint wants them translated. */
function textsIn(folder) {
  return filesIn(folder, '.xml').flatMap((file) => {
    const { documentElement } = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
    return elementsOf(documentElement)
      .filter(({ tagName }) => kinds.has(tagName))
      .map((element) => ({
        name: element.getAttribute('name'),
        isTranslatable: element.getAttribute('translatable') !== 'false',
      }));
  });
}

/** Source sets that Gradle merges into a flavour: lint looks at them together. */
function mergedTexts(sets) {
  const defaults = new Map();
  const languages = new Map();
  for (const set of sets.filter((folder) => existsSync(folder))) {
    for (const entry of readdirSync(set)) {
      const [, tag] = language.exec(entry) ?? [];
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
 * Lint's MissingTranslation and ExtraTranslation, which end a release build of the app.
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
        .map((text) => `${text.name} has no text in values-${tag}`)
        .concat(extra.map((text) => `${text} has no text but in values-${tag}`));
    });
  });
  return [...new Set(problems)];
}
