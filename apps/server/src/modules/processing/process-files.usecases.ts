import type { ErrorCode } from '@sealflow/domain/errors';
import { isTerminal } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { deleteIfOrphaned, markOrphaned } from '../files/orphaned-objects.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import {
  advanceFlow,
  type FlowToProcess,
  findFlowForProcessing,
} from '../workflow/processing-flow.usecases.ts';
import { effectByType } from './effects.usecases.ts';
import { notifyFailure } from './failure-notice.usecases.ts';
import { ProcessingFailure, permanentReasonOf } from './processing.errors.ts';
import { deleteResults } from './processing.repository.ts';
import type { Commit, ProcessingServices } from './processing.types.ts';

interface FlowKey {
  readonly tid: string;
  readonly flowID: string;
}

/**
 * Processes the files of an approved application. All results take effect in the transaction that advances the flow:
 * an interrupted run can be repeated, and of two concurrent runs only one advances the flow.
 */
export async function processFiles(services: ProcessingServices, flowKey: FlowKey): Promise<void> {
  const flow = await startProcessing(services, flowKey);
  if (!flow) {
    await deleteLeftoverResults(services, flowKey);
    return;
  }
  services.onStep('begun');
  let commit: Commit;
  try {
    await assertApplicantActive(services, flow);
    commit = await effectByType[flow.type](services, flow);
  } catch (error) {
    const reason = permanentReasonOf(error);
    if (reason === undefined) throw error;
    await failProcessing(services, flow, reason);
    return;
  }
  services.onStep('prepared');
  const isDone = await inTransaction(services.db, async (transaction) => {
    if (!(await advance(services, transaction, { flow, type: 'processing_done' }))) return false;
    await commit(transaction);
    services.onStep('written');
    return true;
  });
  if (!isDone) await deleteLeftoverResults(services, flowKey);
  services.onStep('committed');
}

/** Deletes results that were created for an application that has ended in the meantime. */
async function deleteLeftoverResults(services: ProcessingServices, flowKey: FlowKey): Promise<void> {
  const orphanKeys = await inTransaction(services.db, async (transaction) => {
    const flow = await findFlowForProcessing(transaction, flowKey);
    return flow && hasEndedWithoutResult(flow) ? discardResults(transaction, flowKey) : [];
  });
  for (const key of orphanKeys) await deleteIfOrphaned(services, key);
}

/** The flow in state `processing`; undefined if its files need no processing any more. */
async function startProcessing(
  { db, clock, outbox }: ProcessingServices,
  flowKey: FlowKey,
): Promise<FlowToProcess | undefined> {
  const flow = await findFlowForProcessing(db, flowKey);
  if (flow?.state === 'processing') return flow;
  if (flow?.state !== 'passed' && flow?.state !== 'reviewed') return undefined;
  const event = { type: 'processing_started' } as const;
  const hasStarted = await advanceFlow({ db, clock, outbox }, { ...flowKey, event });
  return hasStarted ? { ...flow, state: 'processing' } : undefined;
}

async function assertApplicantActive(
  { db }: ProcessingServices,
  { tid, applicantFid: fid }: FlowToProcess,
): Promise<void> {
  const member = await findMember(db, { tid, fid });
  if (member?.state !== 'active') throw new ProcessingFailure('login.tenant_access_denied');
}

function advance(
  { clock, outbox }: ProcessingServices,
  transaction: DatabaseTransaction,
  { flow: { tid, flowID }, type }: { flow: FlowToProcess; type: 'processing_done' | 'processing_failed' },
): Promise<boolean> {
  return advanceFlow({ db: transaction, clock, outbox }, { tid, flowID, event: { type } });
}

async function failProcessing(
  services: ProcessingServices,
  flow: FlowToProcess,
  reason: ErrorCode,
): Promise<void> {
  const orphanKeys = await inTransaction(services.db, async (transaction) => {
    if (!(await advance(services, transaction, { flow, type: 'processing_failed' }))) return [];
    const at = services.clock();
    await recordAct(
      { handle: transaction, actor: { kind: 'service', tid: flow.tid }, at: new Date(at) },
      { act: 'processing.failed', subject: flow.flowID, decision: 'refused', reason },
    );
    await notifyFailure(transaction, flow, { reason, at });
    return discardResults(transaction, flow);
  });
  for (const key of orphanKeys) await deleteIfOrphaned(services, key);
}

const hasEndedWithoutResult = ({ state }: FlowToProcess): boolean =>
  isTerminal(state) && state !== 'finished';

/** @returns the keys of objects that are orphaned once the transaction is committed. */
async function discardResults(
  transaction: DatabaseTransaction,
  { flowID }: Pick<FlowKey, 'flowID'>,
): Promise<string[]> {
  const keys = await deleteResults(transaction, flowID);
  for (const key of keys) await markOrphaned(transaction, key);
  return keys;
}
