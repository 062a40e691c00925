import { type FigureTable, figure } from '../figure-table.ts';
import { integer } from '../formats.ts';

const group = (name: 'workflow' | 'messages' | 'audit' | 'database') =>
  ['rows', 'indexes', 'total'].map((part) => figure('growth', `${name}.${part}`, integer));

/** The table of `docs/scaling.md`: the bytes that an application leaves for years. */
export const growthTable: FigureTable = {
  name: 'growth',
  page: 'docs/scaling.md',
  language: 'en',
  columns: ['bytes of one application with its decision', 'rows', 'indexes', 'together'],
  rows: [
    ['workflow: application, three tasks, decision, act', ...group('workflow')],
    ['messages of four people', ...group('messages')],
    ['audit: records, links', ...group('audit')],
    ['**database**', ...group('database')],
    ['write-ahead log', '', '', figure('growth', 'log', integer)],
    ['archive, after its deletion from the database', '', '', figure('growth', 'archive', integer)],
  ],
};
