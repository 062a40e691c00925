import { SQLITE_BUSY } from '@journeyapps/wa-sqlite/src/sqlite-constants.js';
import type { SqlValue } from '../../ports/sql.port.ts';
import { type OpenedEngine, openEngine } from './sqlite-engine.adapter.ts';
import { executeStatement } from './sqlite-statement.adapter.ts';
import { answerRequests } from './worker-channel.adapter.ts';

export type SqliteRequest =
  | { readonly kind: 'open'; readonly name: string; readonly store: 'best' | 'indexeddb' }
  | { readonly kind: 'query' | 'run'; readonly statement: string; readonly params: readonly SqlValue[] }
  | { readonly kind: 'close' };

type StatementRequest = Extract<SqliteRequest, { kind: 'query' | 'run' }>;

let opened: OpenedEngine | undefined;

function engine(): OpenedEngine {
  if (!opened) throw new Error('database is not open');
  return opened;
}

const execute = (statement: string, params: readonly SqlValue[]) =>
  executeStatement(engine(), statement, params);

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && (Number(error.code) & 0xff) === SQLITE_BUSY;

// Another tab may take the file between two steps; the line behind the file's lock is fair, so few tries are enough.
async function patiently<T>(work: () => Promise<T>, tries = 20): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isBusy(error)) throw error;
    return patiently(work, tries - 1);
  }
}

const answers = {
  open: async ({ name, store }: Extract<SqliteRequest, { kind: 'open' }>) => {
    opened = await patiently(() => openEngine(name, store));
  },
  query: async ({ statement, params }: StatementRequest) =>
    (await patiently(() => execute(statement, params))).rows,
  run: async ({ statement, params }: StatementRequest) => ({
    changes: (await patiently(() => execute(statement, params))).changes,
  }),
  close: async () => {
    const { sqlite, db } = engine();
    opened = undefined;
    await sqlite.close(db);
  },
};

answerRequests((request: SqliteRequest): Promise<unknown> => answers[request.kind](request as never));
