import { sql } from 'kysely';
import { demoPassword, demoPeople, demoTenants } from '../../src/app/demo/demo-people.table.ts';
import { seedDemo } from '../../src/app/demo/seed-demo.usecases.ts';
import { createOperatorCredential } from '../../src/modules/accounts/administration/operators.usecases.ts';
import { openTestService, TestDevice, type TestService } from '../../testing/service.ts';
import { openTestSms } from '../../testing/sms.ts';
import { openTestSmtp } from '../../testing/smtp.ts';
import { KnownThings } from './known-things.ts';

/** A running service with the demo data, and all its callers. */
export interface FuzzWorld {
  readonly service: TestService;
  readonly url: string;
  readonly known: KnownThings;
  /** Callers with the credential that an operation requires; all callers if it requires none. */
  callersOf(security: string | undefined, needsRight?: boolean): readonly Caller[];
  /** Secrets that no log line may contain. */
  secrets(): readonly string[];
  /** Restores people and tenants that requests have closed, renamed or signed out. */
  restoreData(): Promise<void>;
  close(): Promise<void>;
}

export interface Caller {
  readonly name: string;
  readonly token: string | null;
  readonly tids: readonly string[];
}

const copiedTables = ['tenants', 'accounts', 'memberships', 'membership_roles', 'roles'] as const;
/** Every demo user name has an account. One account has no tenant. */
const usernames = demoPeople.map(({ username }) => username);

export async function openFuzzWorld(): Promise<FuzzWorld> {
  // A generated request must not choose the mail server or the gateway: the environment overrides what it stores.
  const [smtp, sms] = await Promise.all([openTestSmtp(), openTestSms()]);
  const service = await openTestService({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'noreply@example.com',
    SMS_URL: sms.url,
  });
  await seedDemo(service);
  for (const table of copiedTables) {
    await sql`create table ${sql.table(`kept_${table}`)} as select * from ${sql.table(table)}`.execute(
      service.db,
    );
  }
  const url = await service.listen();
  const known = new KnownThings();
  const devices = [new TestDevice(), new TestDevice()];
  learnPeople(known);
  const callers: Record<'account' | 'file' | 'operator', string[]> = { account: [], file: [], operator: [] };
  const people = () => callers.account.map((token, index) => callerOf(index, token));
  const files = () =>
    callers.file.map((token, index) => ({ ...callerOf(index, token), name: `files ${index}` }));
  const operators = () => callers.operator.map((token) => ({ name: 'operator', token, tids: everyTenant }));
  const all = () => [
    ...people(),
    ...files(),
    ...operators(),
    { name: 'nobody', token: null, tids: everyTenant },
  ];

  const isActive = async (token: string | undefined) =>
    token !== undefined && (await service.ask(token, 'GET /api/v1/devices')).statusCode === 200;
  const restoreData = async () => {
    await restore(service);
    const before = callers.account;
    callers.account = await Promise.all(
      usernames.map(async (username, index) => {
        const token = before[index];
        return token !== undefined && (await isActive(token))
          ? token
          : (await service.signIn(username, demoPassword, devices[index])).token;
      }),
    );
    callers.file = await Promise.all(
      callers.account.slice(0, 4).map(async (token, index) => {
        const [tid] = demoPeople[index]?.memberships.map((one) => one.tid) ?? [];
        return (await service.ask(token, `POST /api/v1/tenants/${tid}/file-token`)).json().token;
      }),
    );
    const [operator] = callers.operator;
    const isValid =
      operator && (await service.ask(operator, 'GET /api/v1/admin/operators')).statusCode === 200;
    if (!isValid) callers.operator = [await createOperatorCredential(service.db)];
  };
  await restoreData();
  return {
    service,
    url: url.replace('localhost', '127.0.0.1'),
    known,
    callersOf: (security, needsRight = false) => {
      if (security === 'file') return files();
      if (security === 'operator') return operators();
      if (security !== 'account') return all();
      const administrator = people().filter(({ name }) => name === 'wangqiang');
      return needsRight
        ? [...people(), ...operators(), ...Array<typeof administrator>(8).fill(administrator).flat()]
        : people();
    },
    secrets: () => [
      demoPassword,
      ...demoPeople.flatMap(({ name, email }) => [name, email]),
      ...demoPeople.flatMap(({ mobileNo }) => (mobileNo === null ? [] : [mobileNo.slice(3)])),
      ...Object.values(callers).flat(),
      '报告.pdf',
    ],
    restoreData,
    close: async () => {
      await service.close();
      await smtp.close();
      await sms.close();
    },
  };
}

const everyTenant = demoTenants.map(({ tid }) => tid);

function callerOf(index: number, token: string): Caller {
  const { username = '', memberships = [] } = demoPeople[index] ?? {};
  return { name: username, token, tids: memberships.map(({ tid }) => tid) };
}

function learnPeople(known: KnownThings): void {
  for (const { tid, organisations } of demoTenants) {
    known.add('tid', tid);
    for (const orgID of Object.keys(organisations)) known.add('orgID', orgID);
  }
  for (const { username, email, mobileNo, memberships } of demoPeople) {
    known.add('username', username);
    known.add('email', email);
    known.add('mobileNo', mobileNo);
    for (const { fid } of memberships) known.add('fid', fid);
  }
  for (const password of [demoPassword, 'Wrong-horse-1']) known.add('password', password);
  for (const newPassword of ['Other-horse-31', 'short']) known.add('newPassword', newPassword);
  for (const filter of ['{"state":"awaiting"}', '{"createAt":[0,null]}', '{"keyword":"%"}', '{'])
    known.add('filter', filter);
  known.add('code', '000000');
  known.add('generation', '1');
  known.add('locations', '116.4,39.9|121.4,31.2');
  known.add('serviceAPI', 'http://10.0.0.1');
  for (const id of ['internal', 'secret']) known.add('classificationID', id);
  for (const role of ['users', 'administrators', 'approvers']) known.add('roleID', role);
  for (const name of ['unread', 'feedback_link', 'x']) known.add('name', name);
}

async function restore({ db }: TestService): Promise<void> {
  await sql`
    update tenants t set
      name = k.name, closed_at = k.closed_at, service_api = k.service_api, is_local = k.is_local, namespace = k.namespace,
      second_factor = k.second_factor
    from kept_tenants k where t.tid = k.tid
  `.execute(db);
  await sql`
    update accounts set username = aid, mobile_no = null, email = null
    where aid not in (select aid from kept_accounts)
  `.execute(db);
  await sql`
    update accounts a set
      username = k.username, mobile_no = k.mobile_no, email = k.email, state = k.state, failed_sign_ins = 0, locked_until = null,
      password_hash = k.password_hash, password_until = null, password_used_at = null
    from kept_accounts k where a.aid = k.aid
  `.execute(db);
  await sql`
    update memberships m set state = k.state, rights = k.rights, deny = k.deny, name = k.name
    from kept_memberships k where m.tid = k.tid and m.fid = k.fid
  `.execute(db);
  await sql`
    insert into roles select * from kept_roles
    on conflict (tid, role_id) do update set rights = excluded.rights, name = excluded.name
  `.execute(db);
  await sql`insert into membership_roles select * from kept_membership_roles on conflict do nothing`.execute(
    db,
  );
  // An operator and a person with an authenticator app sign in with a second factor.
  for (const table of ['operator_accounts', 'recovery_codes', 'totp_factors'])
    await sql`delete from ${sql.table(table)}`.execute(db);
}
