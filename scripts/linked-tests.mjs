// Checks the links of documentation pages to files, and the names of linked tests.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns the text of a file, or null if the file does not exist. */
export function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @returns the problems of the links in a text of the page. */
export function brokenLinks(page, text) {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
    .filter(([, link]) => read(join(dirname(page), link)) === null)
    .map(([, link]) => `no such file: ${link}`);
}

/** The tests that a cell names: `[file](link): ` and the name in backquotes. */
export function namedTests(cell) {
  return [...cell.matchAll(/\]\(([^)]+)\): `([^`]+)`/g)].map(([, link, name]) => ({ link, name }));
}

/** @returns the names of tests that the linked files do not contain. `brokenLinks` reports missing files. */
export function missingTests(page, cell) {
  return namedTests(cell)
    .filter(({ link, name }) => {
      const source = read(join(dirname(page), link));
      return source !== null && !isNamed(source, name);
    })
    .map(({ link, name }) => `no such test in ${link}: ${name}`);
}

/** The source can contain the name with escaped quotes. */
const isNamed = (source, name) =>
  source.includes(name) || source.includes(name.replaceAll("'", String.raw`\'`));
