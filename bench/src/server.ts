import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { createDatabase, fillService, type OpenTask, openTasks, signIn } from './server-database.ts';
import { decisions } from './server-decisions.ts';
import { type Kind, measure, type Peer } from './server-measure.ts';
import { fillParse, installParse, parseProgram, parseRequests } from './server-parse.ts';
import { type HttpRequest, startLoad, startProgram } from './server-programs.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';

export interface ServerOptions {
  /** The number of tasks, a million by default. */
  rows: number;
  /** The duration of a measurement. */
  seconds: number;
  /** A folder with PostgreSQL programs; the embedded ones by default. */
  postgres: string | undefined;
  /** For `capacity`: the number of employees, and replacements for values of `capacity-day.table.ts`. */
  employees?: number | undefined;
  costs?: string | undefined;
  day?: string | undefined;
  limit?: string | undefined;
  /** For `engines`: the measured engines, all by default. */
  engines?: readonly string[] | undefined;
  /** For `tdf`: the folder of the installed or built OpenTDF web SDK. */
  opentdf?: string | undefined;
  /** For `scale`: the measured parts, all by default. */
  parts?: readonly string[] | undefined;
  /** For `scale`: a folder for CPU profiles of the nodes (`--cpu-prof`), which reduce the results. */
  profile?: string | undefined;
}

/** The period of background decisions in ms. */
const decisionPeriod = 20;

/** The most frequent calls on many changing tasks, compared with other servers for the same data. */
export function run({ rows, seconds, postgres: bin }: ServerOptions) {
  return withWorkspace(bin, async ({ folder, postgres, cleanups: ends }) => {
    log('the tasks of the service');
    await fillService(postgres.url, rows);
    const load = startLoad();
    ends.push(load.stop);
    const hello = await startProgram('server-hello.ts');
    ends.push(hello.stop);
    const ours = await startOurs(postgres.url, folder, ends);
    const bare: Peer = { program: hello, load: () => ({ requests: [{ path: '/' }], spread: 'all' }) };
    const urls = { own: postgres.urlOf('parse'), ours: postgres.url };
    const parse = await startParse(urls, { rows, logs: join(folder, 'parse') }, ends);
    log('all are asked in turn');
    return measure({ ours, hello: bare, parse }, { load, seconds, pgbench: { url: postgres.url, folder } });
  });
}

async function startOurs(url: string, folder: string, ends: (() => unknown)[]): Promise<Peer> {
  const port = String(await findFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const master = randomBytes(32).toString('base64');
  const tokens = await signIn(url, master, origin);
  const program = await startNode({ url, folder, master, port, publicUrl: origin });
  ends.push(program.stop);
  const tasks = await openTasks(url);
  const headersOf = (person: number) => ({ authorization: `Bearer ${tokens[person]}` });
  const each = (...paths: string[]): HttpRequest[] =>
    tokens.flatMap((_, person) =>
      paths.map((path) => ({ path: `/api/v1/tenants/t/${path}`, headers: headersOf(person) })),
    );
  const asks = {
    count: each(
      'user-flows?skip=0&limit=0&state=awaiting_approval',
      'user-tasks?skip=0&limit=0&state=awaiting&type=approval',
    ),
    list: each('user-tasks?skip=0&limit=10&state=awaiting&type=approval'),
  };
  const decide = (task: string, person: number): HttpRequest => ({
    method: 'POST',
    path: `/api/v1/tenants/t/tasks/${task}/actions/approve`,
    headers: { ...headersOf(person), 'content-type': 'application/json' },
    body: JSON.stringify({ note: 'All right' }),
  });
  return peerOf({ ...program, url: origin }, { asks, decide, tasks });
}

async function startParse(
  urls: { own: string; ours: string },
  { rows, logs }: { rows: number; logs: string },
  ends: (() => unknown)[],
): Promise<Peer | undefined> {
  log('Parse Server');
  if (!installParse()) {
    log('Parse Server could not be installed: its ratios are left out');
    return undefined;
  }
  await createDatabase(urls.ours, 'parse');
  const program = await startProgram(parseProgram, {
    DATABASE_URL: urls.own,
    MASTER_KEY: randomBytes(16).toString('hex'),
    PARSE_SERVER_LOGS_FOLDER: logs,
    PORT: String(await findFreePort()),
  });
  ends.push(program.stop);
  log('the tasks of Parse Server');
  await fillParse(urls.own, rows);
  const { decide, ...asks } = parseRequests();
  const url = new URL(program.url).origin;
  return peerOf({ ...program, url }, { asks, decide, tasks: await openTasks(urls.ours) });
}

interface PeerRequests {
  readonly asks: Readonly<Record<Exclude<Kind, 'decide'>, readonly HttpRequest[]>>;
  readonly decide: (task: string, person: number) => HttpRequest;
  readonly tasks: OpenTask[];
}

/** A peer whose people poll and decide, each task once. */
function peerOf(program: Peer['program'], { asks, decide, tasks }: PeerRequests): Peer {
  const share = Math.floor(tasks.length / 12);
  const next = () => {
    const one = tasks.pop();
    if (!one) throw new Error('there are no tasks left to decide: more rows are needed');
    return decide(one.task, one.person);
  };
  return {
    program,
    load: (kind) =>
      kind === 'decide'
        ? { requests: Array.from({ length: share }, next), spread: 'part' }
        : { requests: asks[kind], spread: 'all' },
    disturb: () => decisions({ url: program.url, period: decisionPeriod, next }),
  };
}
