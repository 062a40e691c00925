import { createOperatorCredential } from '../src/modules/accounts/administration/operators.usecases.ts';
import { openAccounts, password } from './accounts.ts';
import type { TestService } from './service.ts';

export interface TestResponse {
  status: number;
  code: string | undefined;
  body: ReturnType<typeof JSON.parse>;
}

export interface Administration {
  service: TestService;
  /** The operator's credential. */
  operator: string;
  /** Token of the only administrator of `t-two`. */
  administrator: string;
  /** Token of a user of `t-one`. */
  user: string;
  ask(token: string, call: string, body?: object): Promise<TestResponse>;
  /** A call below `/api/v1/tenants/{tid}/admin`. */
  at: (tid: string) => (token: string, call: string, body?: object) => Promise<TestResponse>;
  signIn: (username: string) => Promise<string>;
  /** Data of the jobs in a queue, oldest first. */
  jobs(queue: string): Promise<unknown[]>;
  /** Audit records of a tenant, oldest first. */
  acts(tid: string | null): Promise<{ act: string; subject: string | null; operator_id: string | null }[]>;
}

/** Opens the two tenants of the account tests, with tokens of their administrators. */
export async function openAdministration(settings?: Record<string, string>): Promise<Administration> {
  const service = await openAccounts(settings);
  const { db, pool } = service.accounts;
  const ask: Administration['ask'] = async (token, call, body) => {
    const response = await service.ask(token, call, body);
    const read = response.body === '' ? {} : response.json();
    return { status: response.statusCode, code: read.code, body: read };
  };
  const signIn = async (username: string) => (await service.signIn(username, password)).token;
  return {
    service,
    operator: await createOperatorCredential(db),
    administrator: await signIn('li'),
    user: await signIn('wang'),
    ask,
    signIn,
    at: (tid) => (token, call, body) => {
      const [method, path] = call.split(' ');
      return ask(token, `${method} /api/v1/tenants/${tid}/admin${path}`, body);
    },
    jobs: async (queue) => {
      const { rows } = await pool.query<{ data: unknown }>(
        'select data from pgboss.job where name = $1 order by created_on',
        [queue],
      );
      return rows.map(({ data }) => data);
    },
    acts: (tid) =>
      db
        .selectFrom('readable_audit_records')
        .select(['act', 'subject', 'operator_id'])
        .where('tid', tid === null ? 'is' : '=', tid)
        .orderBy('id')
        .execute(),
  };
}

/**
 * Gives `wang` a role in `t-two` that manages people but not the system.
 * @returns the token of `wang`.
 */
export async function addPeopleManager({ at, operator, signIn }: Administration): Promise<string> {
  const inside = at('t-two');
  const rights = ['app_login', 'org_managment'];
  await inside(operator, 'POST /roles', { roleID: 'hr', name: '人事', rights });
  await inside(operator, 'POST /members', { account: 'wang', name: '王', fid: 'f-hr', roles: ['hr'] });
  return signIn('wang');
}

/** The two tenants with a manager of the people of `t-two`, and calls below that tenant. */
export async function openPeopleAdministration() {
  const world = await openAdministration();
  return { world, inside: world.at('t-two'), manager: await addPeopleManager(world) };
}
