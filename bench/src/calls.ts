import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { measureBackgroundWork } from './calls-behind.ts';
import { type CallCost, CostMeter } from './calls-cost.ts';
import { serviceCalls } from './calls-kinds.ts';
import { countStatements, watchDatabase } from './database-cost.ts';
import type { ServerOptions } from './server.ts';
import { fillService, openTasks, runAll, serverProcess, signIn } from './server-database.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';

const people = 2000;

/** The process of the bulk tenant’s applications: one of three approvers. */
const processOfBulk = {
  stages: [{ rule: 'any_of', approvers: ['f1', 'f2', 'f3', 'f4'] }],
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: true,
  taskTimeLimit: null,
};

/** The processor time of node and database for each kind of call. */
export function run({ rows, postgres: bin }: ServerOptions) {
  const measure = async ({
    folder,
    postgres: { url },
    cleanups: ends,
  }: Parameters<Parameters<typeof withWorkspace>[1]>[0]) => {
    const master = randomBytes(32).toString('base64');
    const port = String(await findFreePort());
    const origin = `http://127.0.0.1:${port}`;
    const unlimited = { SIGN_IN_LIMIT: '0', KEY_ACCESS_LIMIT: '0', UPLOAD_QUOTA_BYTES: '0' };
    const more = {
      ...unlimited,
      SEED_DEMO: 'true',
      PUSH_PRIVATE_ENDPOINTS: 'true',
      PUSH_CONTACT: 'mailto:bench@mail.example',
    };
    log('the service with its demo');
    const started = await startNode({ url, folder, master, port, publicUrl: origin, more });
    ends.push(started.stop);
    const node = { ...started, url: origin };
    log(`${rows} tasks beside it`);
    await fillService(url, rows, people);
    await runAll(url, [
      `update flow_types set process = '${JSON.stringify(processOfBulk)}' where tid = 't'`,
      // In their first minute nodes store messages as earlier releases read them.
      `update nodes set started_at = started_at - interval '1 hour'`,
    ]);
    const tokens = await signIn(url, master, origin, people);
    const database = await watchDatabase({ url, pid: serverProcess(folder) });
    ends.push(() => database.end());
    const browser = await openBrowser();
    ends.push(browser.close);
    const meter = new CostMeter({ node, database, url });
    await meter.measureIdle(5);
    const tasks = await openTasks(url, people);
    const calls: Record<string, CallCost> = {};
    const all = await serviceCalls({ origin, url, tokens, tasks, subscription: browser.subscription });
    for (const [name, kind] of Object.entries(all)) {
      calls[name] = await meter.measure(kind);
      log(`${name} ${JSON.stringify(calls[name])}`);
    }
    return {
      restSecond: meter.idleCost,
      calls,
      ...(await measureBackgroundWork({ url, pid: serverProcess(folder) })),
    };
  };
  return withWorkspace(bin, measure, countStatements);
}

/** A push service that accepts every message. */
async function openBrowser() {
  const server = createServer((request, reply) => {
    request.resume().once('end', () => reply.writeHead(201).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    subscription: () => ({
      endpoint: `http://127.0.0.1:${port}/push/${randomUUID()}`,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
