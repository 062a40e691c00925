import type { Process } from '@sealflow/domain/workflow';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import type { DatabaseConnection } from '../src/infra/database/index.ts';
import { ServiceError } from '../src/infra/errors/service.errors.ts';
import type { AccountSession, Authenticator, Member } from '../src/infra/http/access.port.ts';
import { createHttpServer } from '../src/infra/http/server.compose.ts';
import type { Jobs } from '../src/infra/jobs/jobs.port.ts';
import { startJobs } from '../src/infra/jobs/pg-boss.adapter.ts';
import { openFolderStore } from '../src/infra/objects/folder.adapter.ts';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { storeFile } from '../src/modules/files/files.usecases.ts';
import { addMember, createTenant, findMember } from '../src/modules/tenants/tenants.usecases.ts';
import { type Application, createFlow } from '../src/modules/workflow/applications.usecases.ts';
import { type WorkflowServices, workflowQueues } from '../src/modules/workflow/flow-event.usecases.ts';
import { defineFlowType } from '../src/modules/workflow/flow-types.usecases.ts';
import { workflowRoutes } from '../src/modules/workflow/workflow.routes.ts';
import { openTestDatabase } from './database.ts';
import { makeTestFolder } from './folder.ts';
import { createTestLog } from './log.ts';
import { registerOwnRelease } from './nodes.ts';

export const people = ['lin', 'ann', 'bob', 'cat', 'dan', 'eve'] as const;
export type PersonName = (typeof people)[number];

export interface Person {
  readonly member: Member;
  readonly session: AccountSession;
}

/** Two tenants on a real database. All people are members of `one`; eve and lin are also members of `two`. */
export interface World {
  readonly connection: DatabaseConnection;
  readonly services: WorkflowServices;
  readonly app: FastifyInstance;
  readonly jobs: Jobs;
  readonly engineErrors: unknown[];
  clock: number;
  person(name: PersonName, tid?: 'one' | 'two'): Person;
  /** Stores a file of lin in tenant `one`, unless another owner is given. */
  store(name: string, bytes: Uint8Array, owner?: { tid?: 'one' | 'two'; fid: PersonName }): Promise<string>;
  /** Submits an application of lin for a mailbox, which needs no file. */
  apply(application?: Partial<Application>, tid?: 'one' | 'two'): Promise<string>;
  /** Task IDs of a flow by assignee. */
  tasks(flowID: string): Promise<Map<string, string>>;
  close(): Promise<void>;
}

const anyOf = (...approvers: PersonName[]): Process => ({
  stages: [{ rule: 'any_of', approvers }],
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: null,
});

/** Opens the world before the tests of a file and closes it after. Its properties exist from the first test on. */
export function useWorld(): World {
  const world = {} as World;
  beforeAll(async () => {
    await openWorld(world);
  });
  afterAll(() => world.close());
  return world;
}

/**
 * The time at which a world begins. It lies in the future of every machine, so that the queue delivers no reminder and no deadline
 * by itself.
 */
export const worldStart: number = Date.UTC(2099, 10, 20);

async function openWorld(world: World): Promise<void> {
  const connection = await openTestDatabase();
  const db = connection.handle;
  const engineErrors: unknown[] = [];
  const jobs = await startJobs({
    connection,
    queues: workflowQueues,
    onError: (error) => engineErrors.push(error),
  });
  const objects = await openFolderStore(makeTestFolder());
  world.clock = worldStart;
  const services = { db, pool: connection.pool, clock: () => world.clock, outbox: jobs };
  await registerOwnRelease(db);
  await settle(connection);
  const app = await createHttpServer({
    authenticator: gateOf(connection),
    log: createTestLog(undefined),
    version: '0',
    corsOrigins: [],
    trustProxy: undefined,
    checkAnswers: true,
  });
  workflowRoutes(app, services);
  await app.ready();

  const person = (name: PersonName, tid: 'one' | 'two' = 'one'): Person => personOf(name, tid);
  Object.assign(world, {
    connection,
    services,
    app,
    jobs,
    engineErrors,
    person,
    async store(
      name: string,
      bytes: Uint8Array,
      owner: { tid?: 'one' | 'two'; fid: PersonName } = { fid: 'lin' },
    ) {
      const content = (async function* once() {
        yield bytes;
      })();
      return (await storeFile({ db, objects }, { tid: 'one', ...owner }, { name, content })).uri;
    },
    async apply(application: Partial<Application> = {}, tid: 'one' | 'two' = 'one') {
      const whole = {
        type: 'trusted_mailbox_application' as const,
        title: '申请可信邮箱',
        description: '项目对外沟通',
        files: [],
        ...application,
      };
      return (await createFlow(services, person('lin', tid), whole)).id;
    },
    async tasks(flowID: string) {
      const rows = await db.selectFrom('flow_tasks').selectAll().where('flow_id', '=', flowID).execute();
      return new Map(rows.map((row) => [row.assignee_fid ?? '', row.task_id]));
    },
    async close() {
      await app.close();
      await jobs.stop();
      await connection.close();
    },
  });
}

async function settle({ handle: db }: DatabaseConnection): Promise<void> {
  await createTenant(db, { tid: 'one', name: '星河制造', serviceVersion: 'eds-pro_16.2' });
  await createTenant(db, { tid: 'two', name: '云岭设计', serviceVersion: 'eds-pro_15.4' });
  for (const name of people) {
    await createAccount(db, {
      aid: `a-${name}`,
      username: name,
      password: 'Passw0rd!',
      email: `${name}@example.test`,
    });
    const member = { aid: `a-${name}`, fid: name, name: name.toUpperCase(), roles: ['users' as const] };
    await addMember(db, { ...member, tid: 'one' });
    if (name === 'lin' || name === 'eve') await addMember(db, { ...member, tid: 'two' });
  }
  const mailbox = { type: 'trusted_mailbox_application', name: '可信邮箱申请' } as const;
  await defineFlowType(db, { ...mailbox, tid: 'one', process: anyOf('ann', 'bob', 'cat', 'dan') });
  await defineFlowType(db, { ...mailbox, tid: 'two', process: anyOf('eve') });
  const two: Process = {
    ...anyOf('ann', 'bob'),
    stages: [
      { rule: 'all_of', approvers: ['ann', 'bob'] },
      { rule: 'any_of', approvers: ['cat'] },
    ],
    cc: ['dan'],
    fileProcess: { by: 'service' },
    delivery: 'download',
    taskTimeLimit: 3_600_000,
  };
  await defineFlowType(db, { tid: 'one', type: 'file_decryption', name: '文件解密', process: two });
}

function personOf(name: PersonName, tid: string): Person {
  const session = { aid: `a-${name}`, sid: `s-${name}`, jti: `j-${name}`, device: null };
  return { session, member: { tid, fid: name, name: name.toUpperCase(), rights: ['app_login'], deny: [] } };
}

/** Accepts the name of a person as the token, and `root` as the operator. The real authenticator has its own tests. */
function gateOf({ handle }: DatabaseConnection): Authenticator {
  const refuse = async (): Promise<never> => {
    throw new ServiceError('login.signature_is_invalid');
  };
  return {
    account: refuse,
    file: refuse,
    operator: refuse,
    assertSteppedUp: async () => {},
    async actor(token, { tid }) {
      if (token !== 'root') throw new ServiceError('app.no_rights');
      return { kind: 'operator', tid, operatorID: 'root' };
    },
    async member(token, tid) {
      const name = people.find((one) => one === token);
      if (name === undefined) return refuse();
      if (!(await findMember(handle, { tid, fid: name })))
        throw new ServiceError('login.tenant_access_denied');
      return personOf(name, tid);
    },
  };
}

/** Returns a function that calls a tenant as a person: `ask('ann', 'POST /tasks/x/actions/approve', {})`. */
export function createRequester(world: Pick<World, 'app'>, tid = 'one') {
  return async (
    name: PersonName | 'root',
    call: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
    const response = await world.app.inject({
      method,
      url: `/api/v1/tenants/${tid}${path}`,
      headers: { authorization: `Bearer ${name}`, ...headers },
      ...(body ? { payload: body } : {}),
    });
    const { statusCode: status, headers: answered } = response;
    return { status, headers: answered, body: response.body === '' ? null : response.json() };
  };
}
