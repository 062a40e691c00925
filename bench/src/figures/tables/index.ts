import type { FigureTable } from '../figure-table.ts';
import { appTable, consoleTable, queueTable } from './app-tables.ts';
import type { BenchmarkTable } from './benchmark-page.ts';
import {
  bundleTable,
  enginesTable,
  exactTable,
  fulltextTable,
  previewTable,
  tdfTable,
} from './document-tables.ts';
import { growthTable } from './growth-table.ts';
import { chineseReadmeTable, readmeTable } from './readme-tables.ts';
import { callsTable, ratesTable, scaleTable, serverTable, usersTable } from './service-tables.ts';

/** The tables of `docs/benchmarks.md` by the names of their regions. */
const benchmarkTables: Readonly<Record<string, BenchmarkTable>> = {
  tdf: tdfTable,
  preview: previewTable,
  exact: exactTable,
  fulltext: fulltextTable,
  bundle: bundleTable,
  app: appTable,
  queue: queueTable,
  server: serverTable,
  scale: scaleTable,
  engines: enginesTable,
  console: consoleTable,
  users: usersTable,
  calls: callsTable,
  rates: ratesTable,
};

/** All generated tables of the documentation. */
export const figureTables: readonly FigureTable[] = [
  ...Object.entries(benchmarkTables).map(
    ([name, { columns, rows }]): FigureTable => ({
      name,
      page: 'docs/benchmarks.md',
      language: 'en',
      columns,
      rows,
    }),
  ),
  growthTable,
  readmeTable,
  chineseReadmeTable,
];
