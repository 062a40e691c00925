import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Body } from '@sealflow/contract';

export type ImportedRow = Body<'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows'>['rows'][number];
export type PeopleImport = Answer<'GET /api/v1/tenants/{tid}/admin/imports/{importID}'>['data'];

/** Makes a call below `/api/v1/tenants/{tid}/admin/imports`. @returns the body of the answer. */
export type AskImports = (call: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;

/** Rows of one request. */
const chunkSize = 500;

type Options = Body<'POST /api/v1/tenants/{tid}/admin/imports'>['options'];

/** Uploads the rows of a file as a new import. @returns its id. */
export async function uploadRows(
  ask: AskImports,
  rows: readonly ImportedRow[],
  options?: Options,
): Promise<string> {
  const importID = randomUUID();
  await ask('POST ', { importID, name: 'people.xlsx', total: rows.length, ...(options ? { options } : {}) });
  for (let from = 0; from < rows.length; from += chunkSize)
    await ask(`POST /${importID}/rows`, { rows: rows.slice(from, from + chunkSize) });
  return importID;
}

/** Starts the check or the run and waits for its end. Uses no test framework, because benchmarks call it too. */
export async function finishImport(
  ask: AskImports,
  importID: string,
  action: 'check' | 'run',
  timeLimitMs = defaultTimeLimitMs,
): Promise<PeopleImport> {
  await ask(`POST /${importID}/actions/${action}`);
  const endMs = performance.now() + timeLimitMs;
  for (;;) {
    const { data } = await ask(`GET /${importID}`);
    if (data.state !== 'checking' && data.state !== 'running') return data;
    if (performance.now() > endMs) throw new Error(`the import is still ${data.state}: ${data.done} rows`);
    await pause(50);
  }
}

const defaultTimeLimitMs = 60_000;

/** Imports rows completely. @returns the end of the check and of the run, and the results of the rows. */
export async function importRows(ask: AskImports, rows: readonly ImportedRow[], options?: Options) {
  const importID = await uploadRows(ask, rows, options);
  const checked = await finishImport(ask, importID, 'check');
  const ended = await finishImport(ask, importID, 'run');
  const { data: results } = await ask(`GET /${importID}/rows?limit=100`);
  return { importID, checked, ended, results };
}

/** Code and field of each error. */
export const errorsOf = (
  results: readonly { row: number; errors: readonly { code: string; field: string | null }[] }[],
) => results.flatMap(({ row, errors }) => errors.map(({ code, field }) => [row, code, field]));

/** People with all fields, numbered from `first`. */
export function generateRows(count: number, first = 1): ImportedRow[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(first + index);
    return {
      row: first + index + 1,
      name: `员工${number}`,
      department: `总部/第${(first + index) % 20}部`,
      roles: ['users'],
      phone: `+861390${number.padStart(7, '0')}`,
      email: `staff${number}@example.com`,
      staffID: `S${number.padStart(6, '0')}`,
    };
  });
}
