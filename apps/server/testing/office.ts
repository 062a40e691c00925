import { type Answer, type ApplicationType } from '@sealflow/contract';
import type { FlowDetails } from '@sealflow/domain/workflow';
import { applicationTypeNames, applicationTypes } from '@sealflow/domain/workflow';
import { expect } from 'vitest';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import { createClassification, setClearance } from '../src/modules/documents/classifications.usecases.ts';
import { registerDocument } from '../src/modules/documents/documents.usecases.ts';
import { sealDocument } from '../src/modules/documents/seal-document.usecases.ts';
import { getSealingContextByOwnerID } from '../src/modules/documents/sealing.usecases.ts';
import { storeFile } from '../src/modules/files/files.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { defineFlowType } from '../src/modules/workflow/flow-types.usecases.ts';
import { openAs } from '../tests/key-client.ts';
import { signInDevice } from '../tests/key-device.ts';
import { eventually } from './eventually.ts';
import { openTestService, type TestService } from './service.ts';

export const tid = 'office';
const password = 'Correct-horse-9';
export type Name = 'lin' | 'ann' | 'bob';

export interface Stored {
  readonly uri: string;
  readonly documentID: string;
}

/** A tenant with a workflow: lin applies, ann approves, the service processes. */
export interface Office {
  readonly service: TestService;
  readonly url: string;
  readonly tokens: Record<Name, string>;
  /** Stores a sealed file of lin. */
  seal(
    text: string,
    more?: {
      name?: string;
      owner?: string;
      classificationID?: string | null;
      dissem?: readonly string[];
    },
  ): Promise<Stored>;
  /** Stores an unsealed file of lin. */
  store(text: string, name?: string): Promise<string>;
  apply(type: ApplicationType, files: readonly string[], details?: FlowDetails): Promise<string>;
  /** Approves a flow as ann, unless another name is given. */
  approve(flowID: string, name?: Name): Promise<void>;
  reject(flowID: string, name: Name): Promise<void>;
  /** Completes a flow without the remaining approvers. @returns the error code if the service rejects it. */
  complete(flowID: string, name: Name): Promise<string | undefined>;
  /** Assignees of the open tasks. */
  holders(flowID: string): Promise<(string | null)[]>;
  /** Applies and approves. */
  approved(...given: Parameters<Office['apply']>): Promise<string>;
  reaches(flowID: string, state: string): Promise<void>;
  cancel(flowID: string): Promise<void>;
  stateOf(flowID: string): Promise<string>;
  /** Requests a package. @returns its download ID. */
  request(name: Name, flowID: string): Promise<string>;
  check(name: Name, downloadID: string): Promise<Check>;
  /** Requests a package and waits until it is ready. */
  ready(name: Name, flowID: string): Promise<Check & { downloadID: string }>;
  /** Waits until a package is no longer in preparation. */
  settled(name: Name, downloadID: string): Promise<Check>;
  bytesOf(name: Name, downloadID: string): Promise<Uint8Array>;
  fetch(name: Name, downloadID: string, headers?: Record<string, string>): Promise<Response>;
  received(name: Name, downloadID: string): Promise<Response>;
  /** Content of a sealed file, opened as the given person. */
  open(name: Name, file: Uint8Array): Promise<string>;
  /** Bytes of a stored file, without decryption. */
  stored(uri: string): Promise<Uint8Array>;
  /** Replaces the bytes of a stored file, as an attacker with write access to the store can. */
  swap(uri: string, bytes: Uint8Array): Promise<void>;
  signInAgain(name: Name): Promise<void>;
  notices(name: Name): Promise<string[]>;
  acts(
    flowID: string,
  ): Promise<{ act: string; decision: string; documentID: string | null; sha256: string | null }[]>;
  close(): Promise<void>;
}

export type Check = Answer<'GET /api/v1/tenants/{tid}/download/check-prepared-download-file/{downloadID}'>;

/** Starts the service without its background jobs. The test starts them if it needs them. */
export async function openOffice(settings: Record<string, string> = {}): Promise<Office> {
  const service = await openTestService(settings);
  const { db } = service;
  await createTenant(db, { tid, name: '办公室', serviceVersion: 'eds-pro_16.2' });
  for (const name of ['lin', 'ann', 'bob'] as const) {
    await createAccount(db, { aid: `a-${name}`, username: name, password, email: `${name}@example.test` });
    await addMember(db, { tid, fid: name, aid: `a-${name}`, name: name.toUpperCase(), roles: ['users'] });
  }
  await createClassification(db, { tid, id: 'open', name: '公开', level: 0, isDefault: true });
  await createClassification(db, { tid, id: 'secret', name: '秘密', level: 5, noDownload: true });
  await setClearance(db, { tid, fid: 'lin', level: 5 });
  for (const type of applicationTypeNames) {
    const { delivery } = applicationTypes[type];
    await defineFlowType(db, {
      tid,
      type,
      name: type,
      process: {
        stages: [{ rule: 'any_of', approvers: ['ann'] }],
        cc: [],
        fileProcess: { by: 'service' },
        delivery,
        directComplete: true,
        taskTimeLimit: null,
      },
    });
  }
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const url = service.publicUrl();
  const tokens = {
    lin: (await service.signIn('lin', password)).token,
    ann: (await service.signIn('ann', password)).token,
    bob: (await service.signIn('bob', password)).token,
  };
  return officeOf(service, { url, tokens });
}

function officeOf(
  service: TestService,
  { url, tokens }: { url: string; tokens: Record<Name, string> },
): Office {
  const { db } = service;
  const parts = { ...service, publicUrl: service.publicUrl };
  const ask = async (name: Name, call: string, body?: object) => {
    const response = await service.ask(tokens[name], call, body);
    expect([call, response.statusCode, response.statusCode < 300 ? '' : response.body]).toEqual([
      call,
      response.body === '' ? 204 : 200,
      '',
    ]);
    return response.body === '' ? undefined : response.json();
  };
  const fetchAs = (name: Name, path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1/download-files/${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${tokens[name]}` },
    });
  const openTasks = (flowID: string) =>
    db.selectFrom('flow_tasks').where('flow_id', '=', flowID).where('state', '=', 'awaiting');
  const decideAs = async (
    name: Name,
    { flowID, decision }: { flowID: string; decision: 'approve' | 'reject' },
  ): Promise<void> => {
    const row = await openTasks(flowID).select('task_id').executeTakeFirstOrThrow();
    await ask(name, `POST /api/v1/tenants/${tid}/tasks/${row.task_id}/actions/${decision}`, { remark: '' });
  };
  const office: Office = {
    service,
    url,
    tokens,
    async seal(text, { name = '合同.txt', owner = 'lin', classificationID = null, dissem = [] } = {}) {
      const context = await getSealingContextByOwnerID(parts, { tid, ownerOID: owner, classificationID });
      const content = new TextEncoder().encode(text);
      const { stream, summary, documentID } = sealDocument({
        context,
        dissem,
        name,
        mimeType: 'text/plain',
        content,
      });
      const { uri } = await storeFile(service, { tid, fid: 'lin' }, { name: `${name}.tdf`, content: stream });
      const { manifestSha256, plainSize: size } = await summary;
      await registerDocument(
        service,
        { kind: 'operator', tid, operatorID: 'test' },
        { documentID, ownerOID: owner, classificationID, size, mimeType: 'text/plain', manifestSha256 },
      );
      return { uri, documentID };
    },
    async store(text, name = '说明.txt') {
      const content = (async function* () {
        yield new TextEncoder().encode(text);
      })();
      return (await storeFile(service, { tid, fid: 'lin' }, { name, content })).uri;
    },
    async apply(type, files, details) {
      const application = {
        type,
        title: '申请',
        description: '请批准',
        files,
        ...(details ? { details } : {}),
      };
      const { data } = await ask('lin', `POST /api/v1/tenants/${tid}/user-flows`, application);
      return data.id as string;
    },
    approve: (flowID, name = 'ann') => decideAs(name, { flowID, decision: 'approve' }),
    reject: (flowID, name) => decideAs(name, { flowID, decision: 'reject' }),
    async complete(flowID, name) {
      const row = await openTasks(flowID).select('task_id').executeTakeFirstOrThrow();
      const call = `POST /api/v1/tenants/${tid}/tasks/${row.task_id}/actions/complete`;
      return (await service.ask(tokens[name], call, {})).json().code as string | undefined;
    },
    async holders(flowID) {
      const rows = await openTasks(flowID).select('assignee_fid').execute();
      return rows.map(({ assignee_fid: holder }) => holder);
    },
    async cancel(flowID) {
      await ask('lin', `POST /api/v1/tenants/${tid}/flows/${flowID}/actions/cancel`, {});
    },
    stateOf: async (flowID) =>
      (await ask('lin', `GET /api/v1/tenants/${tid}/flows/${flowID}`)).data.state as string,
    request: async (name, flowID) =>
      (await ask(name, `POST /api/v1/tenants/${tid}/download/request-workflow-source-files/${flowID}`, {}))
        .downloadID as string,
    check: (name, downloadID) =>
      ask(name, `GET /api/v1/tenants/${tid}/download/check-prepared-download-file/${downloadID}`),
    fetch: (name, downloadID, headers = {}) => fetchAs(name, downloadID, { headers }),
    received: (name, downloadID) => fetchAs(name, `${downloadID}/actions/received`, { method: 'POST' }),
    async open(name, file) {
      // Devices date their proofs by the system clock.
      service.time.now = Date.now();
      const device = await signInDevice({ url }, name, { secret: password });
      return new TextDecoder().decode(await openAs({ url }, { tid, device, file }));
    },
    async notices(name) {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('message_channels as c', 'c.session_id', 'messages.session_id')
        .select('messages.text')
        .where('c.aid', '=', `a-${name}`)
        .orderBy('messages.sequence')
        .execute();
      return rows.map(({ text }) => text);
    },
    async acts(flowID) {
      const rows = await db
        .selectFrom('audit_records')
        .selectAll()
        .where('subject', '=', flowID)
        .orderBy('at')
        .execute();
      return rows.map(({ act, decision, document_id: documentID, sha256 }) => ({
        act,
        decision,
        documentID,
        sha256,
      }));
    },
    async approved(...given) {
      const flowID = await office.apply(...given);
      await office.approve(flowID);
      return flowID;
    },
    reaches: (flowID, state) => eventually(async () => expect(await office.stateOf(flowID)).toBe(state)),
    async ready(name, flowID) {
      const downloadID = await office.request(name, flowID);
      const check = await office.settled(name, downloadID);
      expect([check.state, check.reason]).toEqual(['ready', null]);
      return { ...check, downloadID };
    },
    settled: (name, downloadID) =>
      eventually(async () => {
        const check = await office.check(name, downloadID);
        expect(check.state).not.toBe('preparing');
        return check;
      }),
    async bytesOf(name, downloadID) {
      const response = await office.fetch(name, downloadID);
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    },
    stored: async (uri) => Buffer.concat(await (await service.objects.read(uri)).toArray()),
    async swap(uri, bytes) {
      const content = async function* () {
        yield bytes;
      };
      await service.objects.delete(uri);
      await service.objects.put(uri, content());
    },
    async signInAgain(name) {
      tokens[name] = (await service.signIn(name, password)).token;
    },
    close: () => service.close(),
  };
  return office;
}
