import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assigneeOf,
  flowID,
  oneOpenOf,
  people,
  pollers,
  runAll,
  taskID,
  tasksOfFlow,
} from './server-database.ts';
import type { HttpRequest } from './server-programs.ts';

const folder = join(import.meta.dirname, '../peers/parse-server');
export const parseProgram = join(folder, 'start.mjs');

/** Installs the peer if necessary. @returns whether it is installed. */
export function installParse(): boolean {
  const manifest = join(folder, 'node_modules/parse-server/package.json');
  const { version } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages[
    'node_modules/parse-server'
  ] as { version: string };
  const isThere = () =>
    existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  if (!isThere()) {
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-workspaces'], {
      cwd: folder,
      stdio: 'ignore',
    });
    if (npm.status !== 0 || !isThere()) return false;
  }
  return true;
}

/** The same rows in Parse Server’s tables, each accessible to its person only. */
export async function fillParse(url: string, rows: number): Promise<void> {
  await runAll(url, [
    `set synchronous_commit = off`,
    `insert into "_User" ("objectId", "createdAt", "updatedAt", username, _rperm, _wperm)
      select 'user' || n, now(), now(), 'user' || n, array['*', 'user' || n], array['user' || n]
      from generate_series(0, ${people - 1}) n`,
    `insert into "_Session" ("objectId", "createdAt", "updatedAt", "sessionToken", "user", "expiresAt")
      select 'session' || n, now(), now(), 'r:token' || n, 'user' || n, now() + interval '1 hour'
      from generate_series(0, ${pollers - 1}) n`,
    `insert into "Task" ("objectId", "createdAt", "updatedAt", flow, step, state, outcome, note, title, description,
        "processTime", assignee, _rperm, _wperm)
      select ${taskID}, at, at, ${flowID}, 'approve',
        case when open then 'awaiting' when position = 0 then 'processed' else 'canceled' end,
        case when open then null when position = 0 then 'approved' else 'approved_by_others' end,
        case when open or position > 0 then null else 'All right' end, 'Application ' || flow, 'Please look at it',
        case when open then null else at + interval '1 hour' end, 'user' || ${assigneeOf},
        array['user' || ${assigneeOf}], array['user' || ${assigneeOf}]
      from generate_series(0, ${rows / tasksOfFlow - 1}) flow, generate_series(0, ${tasksOfFlow - 1}) position,
        lateral (select flow % ${oneOpenOf} = 0 as open, now() - (${rows / tasksOfFlow} - flow) * interval '30 seconds' as at) facts
      order by flow, position`,
    `vacuum analyze`,
  ]);
}

export function parseRequests(): {
  count: HttpRequest[];
  list: HttpRequest[];
  decide: (task: string, person: number) => HttpRequest;
} {
  const headersOf = (person: number) => ({
    'x-parse-application-id': 'bench',
    'x-parse-session-token': `r:token${person}`,
  });
  const find = (person: number, more: string): HttpRequest => {
    const assignee = { __type: 'Pointer', className: '_User', objectId: `user${person}` };
    const where = encodeURIComponent(JSON.stringify({ state: 'awaiting', step: 'approve', assignee }));
    return { path: `/parse/classes/Task?where=${where}&${more}`, headers: headersOf(person) };
  };
  const each = (more: string) => Array.from({ length: pollers }, (_, person) => find(person, more));
  return {
    count: each('count=1&limit=0'),
    list: each('count=1&limit=10&order=-createdAt'),
    decide: (task, person) => ({
      method: 'PUT',
      path: `/parse/classes/Task/${task}`,
      headers: { ...headersOf(person), 'content-type': 'application/json' },
      body: JSON.stringify({
        state: 'processed',
        outcome: 'approved',
        note: 'All right',
        processTime: { __type: 'Date', iso: new Date().toISOString() },
      }),
    }),
  };
}
