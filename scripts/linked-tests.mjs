// What pages say of files and tests: links lead to what is there, and tests have the names that they are given.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns the text, or null where there is no such file. */
export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @returns what is wrong with the links in a text of that page. */
export function brokenLinks(page, text) {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
    .filter(([, link]) => read(join(dirname(page), link)) === null)
    .map(([, link]) => `no such file: ${link}`);
}

/** The tests that a cell names: `[file](link): ` and the name in backquotes. */
export function namedTests(cell) {
  return [...cell.matchAll(/\]\(([^)]+)\): `([^`]+)`/g)].map(([, link, name]) => ({ link, name }));
}

/** @returns what is wrong with the tests that a cell of that page names; that a file is there is asked apart. */
export function missingTests(page, cell) {
  return namedTests(cell)
    .filter(({ link, name }) => {
      const source = read(join(dirname(page), link));
      return source !== null && !isNamed(source, name);
    })
    .map(({ link, name }) => `no such test in ${link}: ${name}`);
}

/** A name as it can stand in the source: of a quote in it, an escaped one. */
const isNamed = (source, name) =>
  source.includes(name) || source.includes(name.replaceAll("'", String.raw`\'`));
