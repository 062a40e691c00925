import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../src/app/demo/demo-people.table.ts';
import { TestDevice, type TestService } from '../../testing/service.ts';
import { sendFile } from '../../testing/uploads.ts';
import { type MatrixWorld, openMatrixWorld, otherTid, tid } from '../wrong-callers/matrix-world.ts';
import { OwnRows } from './own-rows.ts';

export type TestIDs = Readonly<Record<string, string>>;

/** Callers that request data of a tenant of which they are not members, or no longer. */
export type Outsider =
  | 'member'
  | 'approver'
  | 'administrator'
  | 'file token'
  | 'nobody’s member'
  | 'former member'
  | 'suspended';

/** Callers with access to their own tenant that reference data of another tenant. */
export type Insider = 'member' | 'member of both' | 'administrator' | 'administrator of both' | 'operator';

export interface IsolationWorld {
  readonly service: TestService;
  /** IDs in the other tenant, in the caller's own tenant, and in no tenant. */
  readonly foreign: TestIDs;
  readonly own: TestIDs;
  readonly nowhere: TestIDs;
  readonly outsiders: Readonly<Record<Outsider, string>>;
  readonly insiders: Readonly<Record<Insider, string>>;
  readonly fileTokens: Readonly<Record<'member' | 'member of both', string>>;
  /** Token of another account of the same tenant, with a separate device. */
  readonly colleague: string;
  readonly rows: OwnRows;
  close(): Promise<void>;
}

/** Names of IDs that identify a tenant or a person. The other IDs have the same values in every tenant. */
export const identifyingParameters = [
  'fid',
  'aid',
  'orgID',
  'roleID',
  'flowID',
  'taskID',
  'uri',
  'uploadKey',
  'sessionID',
  'documentID',
  'downloadID',
  'postID',
  'deviceID',
  'classificationID',
  'invitationID',
  'importID',
  'absenceID',
] as const;

export async function openIsolationWorld(): Promise<IsolationWorld> {
  const world = await openMatrixWorld();
  const { service, tokens } = world;
  const done = async (token: string, call: string, body?: object) => {
    const response = await service.ask(token, call, body);
    if (response.statusCode >= 300) throw new Error(`${call}: ${response.statusCode} ${response.body}`);
    return response.body === '' ? {} : response.json();
  };
  const at = `/api/v1/tenants/${tid}`;
  const there = `/api/v1/tenants/${otherTid}`;
  const join = async (username: string, roles: readonly string[]) => {
    const { data } = await done(tokens.operator, `POST ${there}/admin/members`, {
      newAccount: { username, password: demoPassword },
      name: `Own ${username}`,
      roles,
    });
    const { token } = await service.signIn(username, demoPassword, new TestDevice());
    return { token, fid: data.fid as string };
  };
  const approver = await join('other-approver', ['users']);
  const administrator = await join('other-administrator', ['administrators']);
  const tasks = await done(tokens.approver, `GET ${there}/user-tasks?state=awaiting&type=approval`);
  await done(tokens.approver, `POST ${there}/tasks/${tasks.data[0].id}/actions/transfer`, {
    assignee: approver.fid,
    note: '',
  });
  await done(tokens.administrator, `POST ${at}/admin/classifications`, {
    id: 'theirs-alone',
    name: 'Theirs alone',
    level: 1,
  });
  const documents = await done(tokens.administrator, `GET ${at}/admin/documents`);
  await done(tokens.administrator, `POST ${at}/documents/${documents.data[1].documentID}/actions/withdraw`);
  const { data: begun } = await done(tokens.employee, `POST ${at}/user-documents/actions/begin`, {
    classificationID: 'internal',
  });
  // With the setting on, a file of the other tenant is refused because of its tenant.
  for (const tenantID of [tid, otherTid])
    await done(tokens.operator, `PUT /api/v1/admin/tenants/${tenantID}`, {
      renditions: true,
      insightOnPeople: true,
    });
  const fileToken = async (token: string) => (await done(token, `POST ${there}/file-token`)).token as string;
  const fileTokens = {
    member: await fileToken(tokens.stranger),
    'member of both': await fileToken(tokens.employee),
  };
  const colleague = (await service.signIn('chenjing', demoPassword, new TestDevice())).token;
  const foreign = {
    ...world.things,
    tid,
    classificationID: 'theirs-alone',
    withdrawnID: documents.data[1].documentID as string,
    ticket: begun.ticket as string,
    username: 'chenjing',
  };
  const own = await ownThings(world, { done, uploadsBy: fileTokens.member, taskOf: approver.token });
  return {
    service,
    foreign,
    own: { ...foreign, ...own },
    nowhere: { ...foreign, ...nowhereThings(foreign) },
    outsiders: {
      member: tokens.stranger,
      approver: approver.token,
      administrator: administrator.token,
      'file token': fileTokens.member,
      'nobody’s member': tokens.nobodys,
      'former member': tokens['membership ended'],
      suspended: tokens['suspended'],
    },
    insiders: {
      member: tokens.stranger,
      'member of both': tokens.employee,
      administrator: administrator.token,
      'administrator of both': tokens.administrator,
      operator: tokens.operator,
    },
    fileTokens,
    colleague,
    rows: await OwnRows.of(service.accounts.pool, tid),
    close: () => world.close(),
  };
}

/** IDs of each kind in the callers' own tenant. */
async function ownThings(
  { service, tokens }: MatrixWorld,
  {
    done,
    uploadsBy,
    taskOf,
  }: {
    done: (token: string, call: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;
    uploadsBy: string;
    taskOf: string;
  },
): Promise<Record<string, string>> {
  const there = `/api/v1/tenants/${otherTid}`;
  const upload = await sendFile(service, uploadsBy, 'own', {
    name: 'own.txt',
    headers: { 'idempotency-key': 'own-upload' },
  });
  const flows = await done(tokens.employee, `GET ${there}/user-flows`);
  const tasks = await done(taskOf, `GET ${there}/user-tasks?state=awaiting&type=approval`);
  const sessions = await done(tokens.stranger, 'GET /api/v1/user-msg-sessions');
  const documents = await done(tokens.administrator, `GET ${there}/admin/documents`);
  const role = await done(tokens.administrator, `POST ${there}/admin/roles`, { name: 'Own', rights: [] });
  const place = await done(tokens.administrator, `POST ${there}/admin/organisations`, { name: 'Own' });
  const { fid: deputy } = await done(taskOf, `GET ${there}/current-user`);
  const absence = await done(tokens.administrator, `POST ${there}/admin/absences`, {
    fid: 'lh2004',
    deputy,
    from: service.time.now + 30 * 86_400_000,
  });
  const imported = await done(tokens.administrator, `POST ${there}/admin/imports`, {
    importID: 'own-import',
    name: 'Own people.csv',
    total: 1,
  });
  return {
    tid: otherTid,
    fid: 'lh2004',
    uri: upload.json().uri,
    uploadKey: 'own-upload',
    flowID: flows.data[0].id,
    taskID: tasks.data[0].id,
    absenceID: absence.data.id,
    sessionID: sessions.data[0].sessionID,
    documentID: documents.data[0].documentID,
    roleID: role.data.roleID,
    orgID: place.data.orgID,
    importID: imported.data.importID,
    classificationID: 'secret',
    username: 'liuyang',
  };
}

/** Well-formed IDs that do not exist. */
function nowhereThings(foreign: TestIDs): Record<string, string> {
  const made = [...identifyingParameters, 'tid', 'withdrawnID', 'username'].map((name) => {
    const isUuid = /^[\da-f]{8}-/.test(foreign[name] ?? '');
    return [name, isUuid ? randomUUID() : `none${randomUUID().slice(0, 8)}`];
  });
  return Object.fromEntries(made);
}
