import { integer, milliseconds, number, ratio } from '../formats.ts';
import { type BenchmarkTable, lighthouseFigure, measuresTable } from './benchmark-page.ts';

const appPages = {
  signIn: 'sign-in',
  messages: 'messages',
  documents: 'documents',
  work: 'work',
  mine: 'mine',
};

const measured = measuresTable('app', [
  { label: 'sign-in screen until it accepts input', key: 'start.interactiveMs', format: milliseconds },
  {
    label: 'the same, multiple of the peer’s time',
    key: 'start.vsBareReact',
    format: ratio,
    peer: 'a minimal React page',
    max: 1.3,
  },
  { label: 'worst frame of a list of 10,000 rows', key: 'list.worstFrameMs', format: milliseconds, max: 33 },
  {
    label: 'the main thread’s processor time in it, on a phone',
    key: 'list.worstMainThreadMs',
    format: milliseconds,
  },
  { label: 'page of ten among 100,000 files', key: 'database.pageMs', format: milliseconds },
  { label: 'search among 100,000 files', key: 'database.searchMs', format: milliseconds },
]);

export const appTable: BenchmarkTable = {
  ...measured,
  rows: [
    ...measured.rows,
    ...Object.entries(appPages).map(
      ([page, label]) =>
        [`Lighthouse: ${label}`, `\`lighthouse.${page}\``, '–', lighthouseFigure('app', page), '–'] as const,
    ),
  ],
};

export const queueTable = measuresTable('queue', [
  {
    label: 'from the key that decides to the next task, its document beside it, median',
    key: 'next.p50Ms',
    format: milliseconds,
  },
  { label: 'the same, p95', key: 'next.p95Ms', format: milliseconds, max: 150 },
  { label: 'tasks decided from the keyboard', key: 'decided', format: integer, min: 50 },
]);

const lists = {
  documents: 'documents',
  flows: 'applications',
  messages: 'messages, without search',
  messageSearch: 'messages, search: the slowest word',
  imports: 'imports',
  audit: 'audit',
  devices: 'devices of all members',
};
const consolePages = { signIn: 'sign-in', overview: 'overview', people: 'people', audit: 'audit' };

const maxListMs = 300;
const consoleMeasures = measuresTable('console', [
  {
    label: 'first screen, compressed bytes',
    key: 'firstScreen.gzipBytes',
    format: integer,
    max: 204_800,
  },
  { label: 'people: page, p95', key: 'people.pageMs', format: milliseconds, max: maxListMs },
  { label: 'people: sort, p95', key: 'people.sortMs', format: milliseconds, max: maxListMs },
  { label: 'people: search, p95', key: 'people.searchMs', format: milliseconds, max: maxListMs },
  {
    label: 'people: the slowest order, filter and page',
    key: 'people.worst.ms',
    format: milliseconds,
    max: maxListMs,
  },
  ...Object.entries(lists).map(([list, label]) => ({
    label,
    key: `lists.${list}.ms`,
    format: milliseconds,
    max: maxListMs,
  })),
  {
    label: 'import of 10,000 people into an organisation of 100,000, a second',
    key: 'import.perSecond',
    format: number,
    min: 167,
  },
]);

export const consoleTable: BenchmarkTable = {
  ...consoleMeasures,
  rows: [
    ...consoleMeasures.rows,
    ...Object.entries(consolePages).map(
      ([page, label]) =>
        [
          `Lighthouse: ${label}`,
          `\`lighthouse.${page}\``,
          '–',
          lighthouseFigure('console', page),
          '95, 100, 100',
        ] as const,
    ),
  ],
};
