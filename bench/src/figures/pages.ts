import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigureTable } from './figure-table.ts';
import { regionOf, regionsOf, replaceRegion } from './regions.ts';
import { renderTable } from './render-table.ts';
import type { Results } from './results.ts';

/** Replaces the tables of a page. @throws FiguresError if a marker is missing. */
export function renderPage(page: string, tables: readonly FigureTable[], results: Results): string {
  return tables.reduce(
    (text, table) => replaceRegion(text, table.name, renderTable(table, results, regionOf(text, table.name))),
    page,
  );
}

/** Describes the differences of a page from what the results render to. */
export function problemsOfPage(
  { path, text }: { readonly path: string; readonly text: string },
  tables: readonly FigureTable[],
  results: Results,
): readonly string[] {
  const unknown = regionsOf(text)
    .filter((name) => tables.every((table) => table.name !== name))
    .map((name) => `${path}: no table is defined for the region figures:${name}`);
  const expected = renderPage(text, tables, results);
  const changed = tables
    .filter(({ name }) => regionOf(text, name) !== regionOf(expected, name))
    .map(
      ({ name }) =>
        `${path}: the region figures:${name} differs from docs/figures: npm run figures -- --render`,
    );
  return [...unknown, ...changed];
}

const tablesByPage = (tables: readonly FigureTable[]) =>
  Object.entries(Object.groupBy(tables, ({ page }) => page)) as [string, FigureTable[]][];

/** Writes the tables of all pages. */
export function writePages(root: string, tables: readonly FigureTable[], results: Results): void {
  for (const [path, own] of tablesByPage(tables)) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    const rendered = renderPage(text, own, results);
    if (rendered !== text) writeFileSync(file, rendered);
  }
}

/** Compares all pages with the results. @returns one line for each difference. */
export const checkPages = (
  root: string,
  tables: readonly FigureTable[],
  results: Results,
): readonly string[] =>
  tablesByPage(tables).flatMap(([path, own]) =>
    problemsOfPage({ path, text: readFileSync(join(root, path), 'utf8') }, own, results),
  );
