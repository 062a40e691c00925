import type { Flow } from '@sealflow/contract';
import {
  type ApplicationType,
  applicationTypes,
  choicesOf,
  type FlowDetails,
  type Process,
  withChoices,
} from '@sealflow/domain/workflow';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { badRequest } from '../../infra/http/bad-request.errors.ts';
import { createTimeOrderedID } from '../../infra/random/time-ordered-id.util.ts';
import { referenceFiles } from '../files/file-references.usecases.ts';
import { documentIDsIn, type FileFacts } from '../files/files.usecases.ts';
import { collectFacts } from './application-facts.usecases.ts';
import { applyEvent } from './apply-event.usecases.ts';
import { resolveSubmittedProcess } from './approver-rules.usecases.ts';
import { auditActorOf, type Decider } from './decider.usecases.ts';
import { lockApplicant } from './decision.repository.ts';
import { type Applicant, resolveDetails } from './details.usecases.ts';
import type { ChangedColumns } from './flow.repository.ts';
import {
  type FlowFileRow,
  type FlowRow,
  insertFlow,
  selectFlowOfParticipant,
  updateProcess,
} from './flow.repository.ts';
import { hasFileOfComment } from './flow-comments.repository.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { recordFlowAct } from './flow-record.usecases.ts';
import { namesOf, toFlow } from './flow-response.usecases.ts';
import { type FlowTypeRow, selectFlowType } from './flow-type.repository.ts';
import { runOnce } from './idempotency.usecases.ts';

export interface Application {
  readonly type: ApplicationType;
  readonly title: string;
  readonly description: string;
  /** URIs of files that the applicant has uploaded. */
  readonly files: readonly string[];
  readonly details?: FlowDetails | undefined;
  /** Whom the applicant chooses for stages, from 1, that let the applicant choose. */
  readonly chosenApprovers?: readonly { readonly stage: number; readonly fid: string }[] | undefined;
}

export interface NewApplication extends Application {
  /** `false` saves the application as a draft. */
  readonly submit?: boolean;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates an application and submits it, unless it is saved as a draft.
 * @throws ServiceError `work.flow_type_not_found`, `file.file_does_not_exist` for a file that does not belong to the
 * applicant, the codes of `resolveSubmittedProcess`, and the errors of `resolveDetails` for invalid details.
 */
export async function createFlow(
  services: WorkflowServices,
  decider: Decider,
  application: NewApplication,
): Promise<Flow> {
  const { tid, fid } = decider.member;
  const { aid } = decider.session;
  const { type, title, description, files, details, submit = true, idempotencyKey: key } = application;
  const { chosenApprovers } = application;
  if (submit) assertHasFiles(type, files.length);
  const at = new Date(services.clock());
  const optionalContent = [
    ...(details || chosenApprovers || !submit ? [details ?? null, submit] : []),
    ...(chosenApprovers ? [chosenApprovers] : []),
  ];
  const content = [type, title, description, files, ...optionalContent];
  const request = { aid, scope: `apply:${tid}`, key, at, content };
  return inTransaction(services.db, async (transaction) => {
    await lockApplicant(transaction, aid);
    return runOnce(transaction, request, async () => {
      const applicant = { tid, fid, aid, at: at.getTime() };
      const { row, insertRow } = await resolveApplication(transaction, applicant, application);
      if (!submit) await insertRow({});
      else {
        const event = { type: 'submit', by: fid } as const;
        await applyEvent(transaction, services, { row, event, insertRow });
        const performAct = { action: 'submit', note: null, seen: null } as const;
        await recordFlowAct(transaction, row, { actor: auditActorOf(decider), performAct, at });
      }
      return readOwnFlow(transaction, { tid, fid, flowID: row.flow_id });
    });
  });
}

/** A new application with its files, which `insertRow` stores as it is or as its submission leaves it. */
interface ResolvedApplication {
  readonly row: FlowRow;
  readonly insertRow: (columns: Partial<ChangedColumns>) => Promise<void>;
}

async function resolveApplication(
  transaction: DatabaseTransaction,
  applicant: Applicant,
  application: NewApplication,
): Promise<ResolvedApplication> {
  const at = new Date(applicant.at);
  const flow: FlowRow = {
    ...(await resolveContent(transaction, applicant, application)),
    flow_id: createTimeOrderedID(),
    tid: applicant.tid,
    state: 'new',
    returned: false,
    stage: -1,
    applicant_fid: applicant.fid,
    deadline: null,
    created_at: at,
    updated_at: at,
  };
  const files = await attachFiles(transaction, flow, application.files);
  const isDraft = application.submit === false;
  const row = { ...flow, process: isDraft ? flow.process : await resolveProcess(transaction, flow, files) };
  const insertRow = (columns: Partial<ChangedColumns>) => {
    const { process, details, ...rest } = { ...row, ...columns };
    const json = { process: JSON.stringify(process), details: JSON.stringify(details) };
    return insertFlow(transaction, { ...rest, ...json }, files);
  };
  return { row, insertRow };
}

export type FlowContent = Pick<FlowRow, 'type_id' | 'type' | 'title' | 'description' | 'process' | 'details'>;

/**
 * The columns of the flow that hold the content of an application.
 * @throws ServiceError `work.flow_type_not_found`, and the errors of `resolveDetails`.
 */
export async function resolveContent(
  db: DatabaseHandle,
  applicant: Applicant,
  { type, details: input = {}, chosenApprovers = [], ...rest }: Application,
): Promise<FlowContent> {
  // PostgreSQL stores well-formed text only, and the recorded digest must be that of the stored content.
  const [title, description] = [rest.title.toWellFormed(), rest.description.toWellFormed()];
  const { type_id, process: designed } = await requireFlowType(db, { tid: applicant.tid, type });
  const choices = chosenApprovers.map(({ stage, fid }) => ({ stage: stage - 1, personID: fid }));
  const process = { ...designed, stages: withChoices(designed.stages, choices) };
  const details = await resolveDetails(db, applicant, { type, input });
  return { type_id, type, title, description, process, details };
}

/**
 * References files of the applicant from a flow.
 * @throws ServiceError `file.file_does_not_exist`, `work.comment_file_in_use` for the file of a comment.
 * @returns the rows of `flow_files`, which are not inserted yet.
 */
export async function attachFiles(
  transaction: DatabaseTransaction,
  { tid, flow_id, applicant_fid: fid }: Pick<FlowRow, 'tid' | 'flow_id' | 'applicant_fid'>,
  uris: readonly string[],
): Promise<FlowFileRow[]> {
  const files = await referenceFiles(
    transaction,
    { tid, fid },
    { uris: [...new Set(uris)], holder: flow_id },
  );
  // What a comment shows is never decided on.
  if (await hasFileOfComment(transaction, { tid, uris })) throw new ServiceError('work.comment_file_in_use');
  return files.map((file, position) => fileRow(file, { flow_id, position }));
}

function fileRow(file: FileFacts, flowPosition: { flow_id: string; position: number }): FlowFileRow {
  const { uri, name, size, mimeType: mime_type, sha256, encrypted } = file;
  return { ...flowPosition, file_id: createTimeOrderedID(), uri, name, size, mime_type, sha256, encrypted };
}

/**
 * Prepares a draft for submission: it takes over the current process of its type, and everything that it names must
 * still exist.
 * @throws ServiceError as {@link createFlow}
 */
export async function prepareSubmission(
  transaction: DatabaseTransaction,
  row: FlowRow,
  { applicant, files }: { applicant: Applicant; files: readonly FlowFileRow[] },
): Promise<FlowRow> {
  const { type, details: input } = row;
  assertHasFiles(type, files.length);
  const flowType = await requireFlowType(transaction, { tid: row.tid, type });
  await resolveDetails(transaction, applicant, { type, input });
  const stages = withChoices(flowType.process.stages, choicesOf(row.process.stages));
  const designed = { ...flowType.process, stages };
  const process = await resolveProcess(transaction, { ...row, process: designed }, files);
  await updateProcess(transaction, row.flow_id, process);
  return { ...row, process };
}

export function assertHasFiles(type: ApplicationType, count: number): void {
  if (applicationTypes[type].needsFiles && count === 0) throw badRequest('body.files');
}

async function requireFlowType(
  db: DatabaseHandle,
  which: { tid: string; type: ApplicationType },
): Promise<FlowTypeRow> {
  const flowType = await selectFlowType(db, which);
  if (!flowType?.enabled) throw new ServiceError('work.flow_type_not_found');
  return flowType;
}

/**
 * An application as one of its participants reads it.
 * @throws ServiceError `work.flow_not_found`.
 */
export async function readOwnFlow(
  db: DatabaseHandle,
  where: { tid: string; fid: string; flowID: string },
): Promise<Flow> {
  const row = await selectFlowOfParticipant(db, where);
  if (!row) throw new ServiceError('work.flow_not_found');
  return toFlow(row, await namesOf(db, { tid: where.tid, fids: [row.applicant_fid] }));
}

type ResolvedColumns = Pick<FlowRow, 'tid' | 'applicant_fid' | 'process' | 'details'>;

/**
 * The process that a submitted application with these files follows. A draft keeps the rules of its type and the choices of the
 * applicant until then.
 * @throws ServiceError as {@link resolveSubmittedProcess}.
 */
export async function resolveProcess(
  db: DatabaseHandle,
  { tid, applicant_fid: applicant, process, details }: ResolvedColumns,
  files: readonly FlowFileRow[],
): Promise<Process> {
  const documentIDs = await documentIDsIn(db, { tid, uris: files.map(({ uri }) => uri) });
  const facts = await collectFacts(db, { tid, applicant, process, details, files, documentIDs });
  return resolveSubmittedProcess(db, { tid, applicant, documentIDs, facts, process });
}
