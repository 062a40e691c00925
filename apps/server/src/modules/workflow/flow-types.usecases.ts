import { isDeepStrictEqual } from 'node:util';
import { type ApplicationType, applicationTypes, canSkipAll, type Process } from '@sealflow/domain/workflow';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertMatch } from '../../infra/http/entity-tag.util.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import { listMembers } from '../tenants/tenants.usecases.ts';
import { assertRulesExist } from './approver-rules.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import {
  disableFlowType,
  type FlowTypeRow,
  selectAllFlowTypes,
  selectFlowType,
  upsertFlowType,
} from './flow-type.repository.ts';
import { processTagOf, readProcess } from './process-tag.usecases.ts';
import { type Author, insertVersion, selectLatestVersion } from './process-version.repository.ts';

/** A kind of application that a tenant offers, and its approval process; `process` names people by their `fid`. */
export interface FlowType {
  readonly tid: string;
  readonly type: ApplicationType;
  readonly name: string;
  readonly process: Process;
}

/** Adds or changes a kind of application. Flows in progress keep the process they started with. */
export async function defineFlowType(
  db: DatabaseHandle,
  {
    tid,
    type,
    name,
    process,
    by = { fid: null, operator_id: null },
    at,
  }: FlowType & { by?: Author; at?: Date },
): Promise<void> {
  await upsertFlowType(db, { tid, type_id: applicationTypes[type].id, type, name, process });
  const latest = await selectLatestVersion(db, { tid, type });
  // A repeated request publishes nothing new.
  if (latest?.name === name && isDeepStrictEqual(latest.process, process)) return;
  const version = (latest?.version ?? 0) + 1;
  const published_at = at ? { published_at: at } : {};
  await insertVersion(db, { tid, type, version, name, process, ...by, ...published_at });
}

/**
 * Checks and publishes a process.
 * @throws ServiceError `work.process_does_not_fit` if the type requires file processing and the process has none,
 * `work.approvers_invalid` for people who cannot act in the tenant, `work.rule_invalid`,
 * `work.stages_conditional` if all stages may be skipped and the type has no fallback.
 */
export async function publishProcess(
  transaction: DatabaseTransaction,
  flowType: FlowType & { by: Author; at: Date },
): Promise<void> {
  const { tid, type, process } = flowType;
  if (applicationTypes[type].needsProcessing && process.fileProcess === null) {
    throw new ServiceError('work.process_does_not_fit');
  }
  const fids = fidsOfProcess(process);
  const active = await findActivePeople(transaction, { tid, fids });
  if (fids.some((fid) => !active.has(fid))) throw new ServiceError('work.approvers_invalid');
  if (canSkipAll(process.stages) && (process.fallback ?? []).length === 0)
    throw new ServiceError('work.stages_conditional');
  await assertRulesExist(transaction, { tid, stages: process.stages });
  await defineFlowType(transaction, flowType);
}

/** The actor as the author of a version or draft. */
export function authorOf(actor: Actor): Author {
  return actor.kind === 'operator'
    ? { fid: null, operator_id: actor.operatorID }
    : { fid: actor.member.fid, operator_id: null };
}

/** A kind of application as its administrators see it. */
export interface FlowTypeSetting {
  id: number;
  type: ApplicationType;
  name: string;
  enabled: boolean;
  process: Mutable<Process>;
  people: { fid: string; name: string; isActive: boolean }[];
}
export type Mutable<T> = T extends readonly (infer One)[]
  ? Mutable<One>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

/**
 * Adds or changes a kind of application on behalf of an administrator.
 * @throws ServiceError `work.process_does_not_fit` if the type requires file processing and the process has none,
 * `work.approvers_invalid` for people who cannot act in the tenant, `work.rule_invalid`, `admin.changed_meanwhile`.
 */
export function setFlowType(
  { db, clock }: WorkflowServices,
  actor: Actor,
  {
    type,
    name,
    process: input,
    ifMatch,
  }: Omit<FlowType, 'tid' | 'process'> & { process: Omit<Process, 'delivery'>; ifMatch: string | undefined },
): Promise<FlowTypeSetting> {
  const { tid } = actor;
  const process = { ...input, delivery: applicationTypes[type].delivery };
  return inTransaction(db, async (transaction) => {
    await assertUnchangedProcess(transaction, { tid, type }, ifMatch);
    const at = new Date(clock());
    await publishProcess(transaction, { tid, type, name, process, by: authorOf(actor), at });
    await recordAct({ handle: transaction, actor, at }, { act: 'flow_type.defined', subject: type });
    return getFlowType(transaction, { tid, type });
  });
}

/**
 * Disables a kind of application. Flows in progress continue.
 * @throws ServiceError `work.flow_type_not_found` if it is not enabled, `admin.changed_meanwhile`.
 */
export function removeFlowType(
  { db, clock }: WorkflowServices,
  actor: Actor,
  { type, ifMatch }: { type: ApplicationType; ifMatch: string | undefined },
): Promise<void> {
  const { tid } = actor;
  return inTransaction(db, async (transaction) => {
    await assertUnchangedProcess(transaction, { tid, type }, ifMatch);
    if (!(await disableFlowType(transaction, { tid, type }))) {
      throw new ServiceError('work.flow_type_not_found');
    }
    const by = { handle: transaction, actor, at: new Date(clock()) };
    await recordAct(by, { act: 'flow_type.removed', subject: type });
  });
}

/** Locks the tenant. @throws ServiceError `admin.changed_meanwhile`. */
async function assertUnchangedProcess(
  transaction: DatabaseTransaction,
  key: { tid: string; type: ApplicationType },
  ifMatch: string | undefined,
): Promise<void> {
  await lockTenant(transaction, key.tid);
  if (ifMatch !== undefined) assertMatch(ifMatch, processTagOf(await readProcess(transaction, key)));
}

/** @throws ServiceError `work.flow_type_not_found` if the tenant has never offered it. */
export async function getFlowType(
  db: DatabaseHandle,
  { tid, type }: { tid: string; type: ApplicationType },
): Promise<FlowTypeSetting> {
  const row = await selectFlowType(db, { tid, type });
  if (!row) throw new ServiceError('work.flow_type_not_found');
  return toFlowTypeSetting(db, row);
}

/** All kinds of application that the tenant offers or has offered. */
export async function listFlowTypeSettings(
  db: DatabaseHandle,
  tid: string,
): Promise<{ total: number; data: FlowTypeSetting[] }> {
  const rows = await selectAllFlowTypes(db, tid);
  const data: FlowTypeSetting[] = [];
  for (const row of rows) data.push(await toFlowTypeSetting(db, row));
  return { total: rows.length, data };
}

async function toFlowTypeSetting(db: DatabaseHandle, row: FlowTypeRow): Promise<FlowTypeSetting> {
  const { tid, type_id: id, type, name, enabled, process } = row;
  const fids = fidsOfProcess(process);
  const active = await findActivePeople(db, { tid, fids });
  const people = (await listMembers(db, { tid, fids })).map((one) => ({
    fid: one.fid,
    name: one.name,
    isActive: active.has(one.fid),
  }));
  return { id, type, name, enabled, process: process as Mutable<Process>, people };
}

/** The people whom a process names. */
export function fidsOfProcess({ stages, cc, fileProcess, fallback = [], escalation }: Process): string[] {
  const executors = fileProcess?.by === 'executors' ? fileProcess.executors : [];
  const escalated = escalation?.to === 'people' ? escalation.people : [];
  const named = stages.flatMap(({ approvers }) => approvers);
  return [...new Set([...named, ...cc, ...executors, ...fallback, ...escalated])];
}
