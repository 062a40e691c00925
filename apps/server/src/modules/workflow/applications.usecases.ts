import { randomUUID } from 'node:crypto';
import type { Flow } from '@sealflow/contract';
import {
  type ApplicationType,
  applicationTypes,
  type FlowDetails,
  type Process,
} from '@sealflow/domain/workflow';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { type FileFacts, holdFiles } from '../files/files.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import { flowAnswer, namesOf } from './answers.usecases.ts';
import { lockApplicant } from './decision.repository.ts';
import type { Decider } from './decisions.usecases.ts';
import { type Applicant, resolveDetails } from './details.usecases.ts';
import { type FlowFileRow, type FlowRow, insertFlow, selectFlowOfParticipant } from './flow.repository.ts';
import { applyEvent, type WorkflowServices } from './flow-event.usecases.ts';
import { selectFlowType, upsertFlowType } from './flow-type.repository.ts';
import { once } from './idempotency.usecases.ts';

/** What a tenant offers to apply for, and who decides it: `process` names people by their ids in the tenant. */
export interface FlowType {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly name: string;
  readonly process: Process;
}

/** Adds a kind of application to a tenant or changes it; flows under way keep the process they began with. */
export async function defineFlowType(
  db: DatabaseHandle,
  { tid, type, name, process }: FlowType,
): Promise<void> {
  await upsertFlowType(db, { tid, type_id: applicationTypes[type].id, type, name, process });
}

export interface Application {
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  /** Of files that the applicant has stored. */
  readonly files: readonly string[];
  readonly details?: FlowDetails | undefined;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Makes an application and submits it. Approvers who are no active members any more are left out, so that nobody waits
 * for them.
 * @throws ServiceError `work.flow_type_not_found`, `file.file_does_not_exist` for a file that is not the applicant's, and
 * as `resolveDetails` for details that cannot be.
 */
export async function createFlow(
  services: WorkflowServices,
  { member, session }: Decider,
  application: Application,
): Promise<Flow> {
  const { tid, fid } = member;
  const { type, title, description, files: uris, details, idempotencyKey: key } = application;
  if (applicationTypes[type].needsFiles && uris.length === 0) throw badRequest('body.files');
  const at = new Date(services.clock());
  const request = {
    aid: session.aid,
    scope: `apply:${tid}`,
    key,
    at,
    content: [type, title, description, uris, ...(details ? [details] : [])],
  };
  return inTransaction(services.db, async (transaction) => {
    await lockApplicant(transaction, session.aid);
    return once(transaction, request, async () => {
      const applicant = { tid, fid, aid: session.aid, at: at.getTime() };
      const row = await insert(transaction, { applicant, application });
      await applyEvent(transaction, services, { row, event: { type: 'submit', by: fid } });
      return readBack(transaction, { tid, fid, flowID: row.flow_id });
    });
  });
}

async function insert(
  transaction: DatabaseTransaction,
  given: { applicant: Applicant; application: Application },
): Promise<FlowRow> {
  const { applicant, application } = given;
  const { tid, fid } = applicant;
  const at = new Date(applicant.at);
  const { type, title, description, details = {} } = application;
  const flowType = await selectFlowType(transaction, { tid, type });
  if (!flowType) throw new ServiceError('work.flow_type_not_found');
  const flow: FlowRow = {
    flow_id: randomUUID(),
    tid,
    type_id: flowType.type_id,
    type,
    title,
    description,
    state: 'new',
    stage: -1,
    process: await withActivePeople(transaction, { tid, process: flowType.process }),
    applicant_fid: fid,
    details: await resolveDetails(transaction, applicant, { type, given: details }),
    deadline: null,
    created_at: at,
    updated_at: at,
  };
  const uris = [...new Set(application.files)];
  const files = await holdFiles(transaction, { tid, fid }, { uris, holder: flow.flow_id });
  await insertFlow(
    transaction,
    { ...flow, process: JSON.stringify(flow.process), details: JSON.stringify(flow.details) },
    files.map((file, position) => fileRow(file, { flow_id: flow.flow_id, position })),
  );
  return flow;
}

function fileRow(file: FileFacts, place: { flow_id: string; position: number }): FlowFileRow {
  const { uri, name, size, mimeType: mime_type, sha256, encrypted } = file;
  return { ...place, file_id: randomUUID(), uri, name, size, mime_type, sha256, encrypted };
}

async function readBack(
  db: DatabaseHandle,
  where: { tid: string; fid: string; flowID: string },
): Promise<Flow> {
  const row = await selectFlowOfParticipant(db, where);
  if (!row) throw new ServiceError('work.flow_not_found');
  return flowAnswer(row, await namesOf(db, { tid: where.tid, fids: [row.applicant_fid] }));
}

async function withActivePeople(
  db: DatabaseHandle,
  { tid, process }: { tid: string; process: Process },
): Promise<Process> {
  const { stages, cc, fileProcess } = process;
  const executors = fileProcess?.by === 'executors' ? fileProcess.executors : [];
  const fids = [...new Set([...stages.flatMap((stage) => stage.approvers), ...cc, ...executors])];
  const members = await listMembers(db, { tid, fids });
  const active = new Set(members.filter(({ state }) => state === 'active').map(({ fid }) => fid));
  const isActive = (fid: string): boolean => active.has(fid);
  return {
    ...process,
    stages: stages.map(({ rule, approvers }) => ({ rule, approvers: approvers.filter(isActive) })),
    cc: cc.filter(isActive),
    fileProcess:
      fileProcess?.by === 'executors'
        ? { by: 'executors', executors: executors.filter(isActive) }
        : fileProcess,
  };
}
