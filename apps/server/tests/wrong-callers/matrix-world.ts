import { demoPassword, demoPeople } from '../../src/app/demo/demo-people.table.ts';
import { seedDemo } from '../../src/app/demo/seed-demo.usecases.ts';
import { createOperatorCredential } from '../../src/modules/accounts/administration/operators.usecases.ts';
import { openTestService, TestDevice, type TestService } from '../../testing/service.ts';

/** The tenant of the requested data, and the tenant of the outsiders. */
export const tid = 'huachen';
export const otherTid = 'lanhai';

export interface MatrixWorld {
  readonly service: TestService;
  /** An existing ID for each path parameter. It belongs to the tenant or to its member zhangwei. */
  readonly things: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<TokenName, string>>;
  /** Existing names, IDs and titles that no refusal may contain. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

const people = ['employee', 'approver', 'administrator', 'colleague', 'stranger', 'nobodys'] as const;
type Person = (typeof people)[number];
export type TokenName =
  | Person
  | 'expired'
  | 'signed out'
  | 'device withdrawn'
  | 'password changed'
  | 'account closed'
  | 'sessions ended'
  | 'membership ended'
  | 'suspended'
  | 'file'
  | 'file, colleague'
  | 'file, signed out'
  | 'file, membership ended'
  | 'file, account closed'
  | 'for another server'
  | 'operator'
  | 'operator withdrawn';

const usernames: Readonly<Record<Person, string>> = {
  employee: 'zhangwei',
  approver: 'lina',
  administrator: 'wangqiang',
  colleague: 'chenjing',
  stranger: 'liuyang',
  nobodys: 'zhaomin',
};

export async function openMatrixWorld(): Promise<MatrixWorld> {
  const service = await openTestService();
  await seedDemo(service);
  const signIn = async (username: string, device?: TestDevice) =>
    (await service.signIn(username, demoPassword, device)).token;
  const expired = await signIn('zhangwei');
  service.time.now += 100 * 86_400_000;

  const operator = await createOperatorCredential(service.db);
  const done = async (token: string, call: string, body?: object) => {
    const response = await service.ask(token, call, body);
    if (response.statusCode >= 300) throw new Error(`${call}: ${response.statusCode} ${response.body}`);
    return response.body === '' ? {} : response.json();
  };
  const fileToken = async (token: string) =>
    (await done(token, `POST /api/v1/tenants/${tid}/file-token`)).token as string;

  const device = new TestDevice();
  const employee = await signIn('zhangwei', device);
  const tokens: Partial<Record<TokenName, string>> = { expired, operator, employee };
  for (const one of people) tokens[one] ??= await signIn(usernames[one]);
  tokens.file = await fileToken(employee);
  tokens['file, colleague'] = await fileToken(tokens.colleague ?? '');
  await endSomeAccess({ service, operator, tokens, done, fileToken });
  const now = Math.floor(service.time.now / 1000) * 1000;
  const { tokens: signer } = service.accounts;
  const { aid } = await done(operator, `GET /api/v1/admin/accounts?account=zhangwei`).then(
    ({ data }) => data[0],
  );
  tokens['for another server'] = signer.sign('https://elsewhere.example', {
    sub: aid,
    jti: 'forwarded',
    issuedAt: now,
    expireAt: now + 60_000,
    more: { tid, fid: 'hc1001', use: 'forwarded' },
  });
  const things = {
    ...(await thingsOf({ service, tokens, done })),
    aid,
    deviceID: device.id,
    classificationID: 'secret',
  };
  const { rows } = await service.accounts.pool.query<{ text: string }>(
    "select title as text from flows where title <> '' union select name from files union select name from tenants",
  );
  return {
    service,
    things,
    tokens: tokens as Record<TokenName, string>,
    secrets: [
      ...demoPeople.flatMap(({ name, email }) => [name, email]),
      ...demoPeople.flatMap(({ mobileNo }) => (mobileNo === null ? [] : [mobileNo.slice(3)])),
      ...demoPeople.flatMap(({ memberships }) => memberships.map(({ fid }) => fid)),
      ...rows.map(({ text }) => text),
    ],
    close: () => service.close(),
  };
}

interface Making {
  readonly service: TestService;
  readonly tokens: Partial<Record<TokenName, string>>;
  readonly done: (token: string, call: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;
}

/** People who have lost access, each for a different reason. */
async function endSomeAccess({
  service,
  operator,
  tokens,
  done,
  fileToken,
}: Making & { operator: string; readonly fileToken: (token: string) => Promise<string> }): Promise<void> {
  const administrator = tokens.administrator ?? '';
  const member = async (username: string) => {
    const { data } = await done(operator, `POST /api/v1/tenants/${tid}/admin/members`, {
      newAccount: { username, password: demoPassword },
      name: username,
    });
    const device = new TestDevice();
    const { aid, token } = await service.signIn(username, demoPassword, device);
    return { aid, token, fid: data.fid as string, device };
  };
  const signedOut = await member('signed-out');
  tokens['signed out'] = signedOut.token;
  tokens['file, signed out'] = await fileToken(signedOut.token);
  await done(signedOut.token, 'POST /api/v1/auth/logout');

  const withdrawn = await member('device-withdrawn');
  tokens['device withdrawn'] = withdrawn.token;
  await done(withdrawn.token, `DELETE /api/v1/devices/${withdrawn.device.id}`);

  const changed = await member('password-changed');
  tokens['password changed'] = changed.token;
  const second = (await service.signIn('password-changed', demoPassword)).token;
  await done(second, 'POST /api/v1/auth/update-password', {
    oldPassword: demoPassword,
    newPassword: 'Other-horse-31',
  });

  const closed = await member('account-closed');
  tokens['account closed'] = closed.token;
  tokens['file, account closed'] = await fileToken(closed.token);
  await done(operator, `POST /api/v1/admin/accounts/${closed.aid}/actions/close`, {});

  const ended = await member('sessions-ended');
  tokens['sessions ended'] = ended.token;
  await done(operator, `POST /api/v1/admin/accounts/${ended.aid}/actions/end-sessions`);

  const left = await member('membership-ended');
  tokens['membership ended'] = left.token;
  tokens['file, membership ended'] = await fileToken(left.token);
  await done(administrator, `PUT /api/v1/tenants/${tid}/admin/members/${left.fid}`, { state: 'ended' });

  const reviewed = await member('suspended');
  tokens['suspended'] = reviewed.token;
  await done(administrator, `PUT /api/v1/tenants/${tid}/admin/members/${reviewed.fid}`, {
    state: 'suspended',
  });

  const { data } = await done(operator, 'POST /api/v1/admin/operators', { label: 'Gone' });
  tokens['operator withdrawn'] = data.credential;
  await done(operator, `POST /api/v1/admin/operators/${data.operatorID}/actions/withdraw`);
}

async function thingsOf({ service, tokens, done }: Making): Promise<Record<string, string>> {
  const { employee = '', approver = '', administrator = '', operator = '', file = '' } = tokens;
  const at = `/api/v1/tenants/${tid}`;
  const boundary = 'b';
  const uploadKey = 'upload-of-an-employee';
  const upload = await service.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: {
      authorization: `Bearer ${file}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': uploadKey,
    },
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file1"; filename="a.txt"\r\n\r\nhello\r\n--${boundary}--\r\n`,
  });
  const flows = await done(employee, `GET ${at}/user-flows?limit=100`);
  const tasks = await done(approver, `GET ${at}/user-tasks?state=awaiting&type=approval`);
  const sessions = await done(employee, 'GET /api/v1/user-msg-sessions?limit=100');
  const documents = await done(administrator, `GET ${at}/admin/documents`);
  const post = await done(administrator, `POST ${at}/admin/messages`, {
    type: 'text',
    title: 'Secret post',
    text: 'secret',
    fids: ['hc1001'],
  });
  const role = await done(administrator, `POST ${at}/admin/roles`, { name: 'Own', rights: [] });
  const organisation = await done(administrator, `POST ${at}/admin/organisations`, { name: 'Empty' });
  const imported = await done(administrator, `POST ${at}/admin/imports`, {
    importID: 'import-of-secrets',
    name: 'Secret people.xlsx',
    total: 1,
  });
  const operators = await done(operator, 'GET /api/v1/admin/operators');
  const release = await done(operator, 'POST /api/v1/admin/releases', {
    platform: 'ios',
    appVer: '1.0.0',
    url: 'https://apps.example/app',
  });
  return {
    tid,
    fid: 'hc1001',
    uri: upload.json().uri,
    uploadKey,
    flowID: flows.data[0].id,
    taskID: tasks.data[0].id,
    sessionID: sessions.data.find((one: { kind: string }) => one.kind === 'work').sessionID,
    documentID: documents.data[0].documentID,
    downloadID: await downloadOf({ service, tokens, done }, flows.data),
    postID: post.data.postID,
    roleID: role.data.roleID,
    orgID: organisation.data.orgID,
    importID: imported.data.importID,
    // Its calls are the operator's, whose tenants are all of the service.
    archiveID: 'archive-of-secrets',
    operatorID: operators.data[0].operatorID,
    releaseID: release.id,
    absenceID: await absenceOf({ service, tokens, done }),
    invitationID: await invitationOf({ service, tokens, done }),
    type: flows.data[0].type,
    generation: '1',
    version: '1',
    kid: service.accounts.tokens.signingKid(),
    name: 'unread',
    platform: 'ios',
    agreement: 'eula',
    ...(await failedJobOf(service)),
  };
}

/** A node, and a job whose last attempt failed. */
async function failedJobOf({ accounts: { pool } }: TestService): Promise<{ node: string; jobID: string }> {
  const node = 'node.example:8080';
  await pool.query(
    `insert into nodes (node, version, runtime_version, started_at, heartbeat_at) values ($1, '0', '0', now(), now())`,
    [node],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into pgboss.job (name, state, start_after) values ('workflow.deadlines', 'retry', now() + interval '1 day')
     returning id`,
  );
  return { node, jobID: rows[0]?.id ?? '' };
}

/** Sets an absence of zhangwei that begins later. */
async function absenceOf({ service, tokens, done }: Making): Promise<string> {
  const { fid: deputy } = await done(tokens.approver ?? '', `GET /api/v1/tenants/${tid}/current-user`);
  const { data } = await done(tokens.administrator ?? '', `POST /api/v1/tenants/${tid}/admin/absences`, {
    fid: 'hc1001',
    deputy,
    from: service.time.now + 30 * 86_400_000,
  });
  return data.id;
}

/** Creates an invitation for a person without an account. */
async function invitationOf({ service, tokens, done }: Making): Promise<string> {
  const { data } = await done(tokens.administrator ?? '', `POST /api/v1/tenants/${tid}/admin/members`, {
    account: 'invited@elsewhere.example',
    name: 'Invited',
  });
  const { rows } = await service.accounts.pool.query<{ invitation_id: string }>(
    'select invitation_id from invitations where tid = $1 and fid = $2',
    [tid, data.fid],
  );
  return rows[0]?.invitation_id ?? '';
}

/** Requests the package of the first application with files. */
async function downloadOf({ service, tokens }: Making, flows: readonly { id: string }[]): Promise<string> {
  for (const { id } of flows) {
    const response = await service.ask(
      tokens.employee ?? '',
      `POST /api/v1/tenants/${tid}/download/request-workflow-source-files/${id}`,
      {},
    );
    if (response.statusCode === 200) return response.json().downloadID;
  }
  throw new Error('no application of the demo has files to pack');
}
