import { randomBytes } from 'node:crypto';
import { demoPassword } from '../../apps/server/src/app/demo/demo-people.table.ts';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { finishImport, generateRows, uploadRows } from '../../apps/server/testing/imports.ts';
import { startNode, withWorkspace } from './server-workspace.ts';

export interface ImportFigures {
  readonly people: number;
  readonly uploadSeconds: number;
  readonly checkSeconds: number;
  readonly runSeconds: number;
  /** Of the whole import. */
  readonly rowsPerSecond: number;
  readonly added: number;
}

/**
 * Imports generated people into a tenant of a running service, as the console does.
 * @param target - `token` of an administrator or an operator; `first` is the number of the first person.
 */
export async function measureImport({
  url,
  tid,
  token,
  people = 10_000,
  first = 1,
}: {
  url: string;
  tid: string;
  token: string;
  people?: number;
  first?: number;
}): Promise<ImportFigures> {
  const ask = async (call: string, body?: object) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await fetch(`${url}/api/v1/tenants/${tid}/admin/imports${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    if (!answer.ok) throw new Error(`${call} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const rows = generateRows(people, first);
  const startedMs = performance.now();
  const importID = await uploadRows(ask, rows, { createDepartments: true });
  const uploadedMs = performance.now();
  await finishImport(ask, importID, 'check', finishTimeoutMs);
  const checkedMs = performance.now();
  const { added } = await finishImport(ask, importID, 'run', finishTimeoutMs);
  const endedMs = performance.now();
  const seconds = (fromMs: number, toMs: number) => Math.round((toMs - fromMs) / 10) / 100;
  return {
    people,
    uploadSeconds: seconds(startedMs, uploadedMs),
    checkSeconds: seconds(uploadedMs, checkedMs),
    runSeconds: seconds(checkedMs, endedMs),
    rowsPerSecond: Math.round(people / seconds(startedMs, endedMs)),
    added,
  };
}

const finishTimeoutMs = 600_000;

/** Starts a service with its demo on an empty database of two cores, and prints the figures of one import. */
async function measureAlone(): Promise<void> {
  const people = Number(process.argv[2] ?? 10_000);
  const figures = await withWorkspace(
    process.env['TEST_POSTGRES_BIN'],
    async ({ folder, postgres, cleanups }) => {
      const port = String(await findFreePort());
      const node = await startNode({
        url: postgres.url,
        folder,
        master: randomBytes(32).toString('base64'),
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        core: null,
        more: { SEED_DEMO: 'true' },
      });
      cleanups.push(node.stop);
      const signedIn = await fetch(`${node.url}/api/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'wangqiang', password: demoPassword }),
      });
      const { token } = (await signedIn.json()) as { token: string };
      return measureImport({ url: node.url, tid: 'huachen', token, people });
    },
  );
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

// node bench/src/console-import.ts [PEOPLE]
if (import.meta.main) await measureAlone();
