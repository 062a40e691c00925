import type { ErrorCode } from '@sealflow/domain/errors';
import { isTerminal } from '@sealflow/domain/workflow';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { dropObject, letGo } from '../files/loose-objects.usecases.ts';
import { findMember } from '../tenants/tenants.usecases.ts';
import {
  advanceFlow,
  type FlowToProcess,
  findFlowForProcessing,
} from '../workflow/processing-flow.usecases.ts';
import { effects } from './effects.usecases.ts';
import { tellOfFailure } from './notices.usecases.ts';
import { ProcessingFailure, reasonOf } from './processing.errors.ts';
import type { Commit, ProcessingServices } from './processing.port.ts';
import { deleteResults } from './processing.repository.ts';

interface FlowAddress {
  readonly tid: string;
  readonly flowID: string;
}

/**
 * Processes the files of an approved application. All results take effect in the transaction that advances the flow:
 * an interrupted run can be repeated, and of two concurrent runs only one advances the flow.
 */
export async function processFiles(services: ProcessingServices, address: FlowAddress): Promise<void> {
  const flow = await begin(services, address);
  if (!flow) {
    await tidyUp(services, address);
    return;
  }
  services.reached('begun');
  let commit: Commit;
  try {
    await demandApplicant(services, flow);
    commit = await effects[flow.type](services, flow);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await fail(services, flow, reason);
    return;
  }
  services.reached('prepared');
  const isDone = await inTransaction(services.db, async (transaction) => {
    if (!(await moveOn(services, transaction, { flow, type: 'processing_done' }))) return false;
    await commit(transaction);
    services.reached('written');
    return true;
  });
  if (!isDone) await tidyUp(services, address);
  services.reached('committed');
}

/** Deletes results that were created for an application that has ended in the meantime. */
async function tidyUp(services: ProcessingServices, address: FlowAddress): Promise<void> {
  const loose = await inTransaction(services.db, async (transaction) => {
    const flow = await findFlowForProcessing(transaction, address);
    return flow && isGone(flow) ? discardResults(transaction, address) : [];
  });
  for (const key of loose) await dropObject(services, key);
}

/** The flow in state `processing`; undefined if its files need no processing any more. */
async function begin(
  { db, clock, outbox }: ProcessingServices,
  address: FlowAddress,
): Promise<FlowToProcess | undefined> {
  const flow = await findFlowForProcessing(db, address);
  if (flow?.state === 'processing') return flow;
  if (flow?.state !== 'passed' && flow?.state !== 'reviewed') return undefined;
  const event = { type: 'processing_started' } as const;
  const begun = await advanceFlow({ db, clock, outbox }, { ...address, event });
  return begun ? { ...flow, state: 'processing' } : undefined;
}

async function demandApplicant(
  { db }: ProcessingServices,
  { tid, applicantFid: fid }: FlowToProcess,
): Promise<void> {
  const member = await findMember(db, { tid, fid });
  if (member?.state !== 'active') throw new ProcessingFailure('login.tenant_access_denied');
}

function moveOn(
  { clock, outbox }: ProcessingServices,
  transaction: DatabaseTransaction,
  { flow: { tid, flowID }, type }: { flow: FlowToProcess; type: 'processing_done' | 'processing_failed' },
): Promise<boolean> {
  return advanceFlow({ db: transaction, clock, outbox }, { tid, flowID, event: { type } });
}

async function fail(services: ProcessingServices, flow: FlowToProcess, reason: ErrorCode): Promise<void> {
  const loose = await inTransaction(services.db, async (transaction) => {
    if (!(await moveOn(services, transaction, { flow, type: 'processing_failed' }))) return [];
    const at = services.clock();
    await recordAct(
      { handle: transaction, actor: { kind: 'service', tid: flow.tid }, at: new Date(at) },
      { act: 'processing.failed', subject: flow.flowID, decision: 'refused', reason },
    );
    await tellOfFailure(transaction, flow, { reason, at });
    return discardResults(transaction, flow);
  });
  for (const key of loose) await dropObject(services, key);
}

const isGone = ({ state }: FlowToProcess): boolean => isTerminal(state) && state !== 'finished';

/** @returns the keys of objects that are orphaned once the transaction is committed. */
async function discardResults(
  transaction: DatabaseTransaction,
  { flowID }: Pick<FlowAddress, 'flowID'>,
): Promise<string[]> {
  const keys = await deleteResults(transaction, flowID);
  for (const key of keys) await letGo(transaction, key);
  return keys;
}
