import {
  type ApplicationType,
  applicationTypeNames,
  applicationTypes,
  asksByRule,
  type Process,
  type Stage,
} from '@sealflow/domain/workflow';
import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { assertMatch } from '../../infra/http/entity-tag.util.ts';
import { type AuditedAct, recordAct } from '../audit/audit.usecases.ts';
import { type InactiveReason, inactiveReasonsOf } from '../tenants/people.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { namesOf, toPerson } from './flow-response.usecases.ts';
import { selectAllFlowTypes } from './flow-type.repository.ts';
import { authorOf, fidsOfProcess, type Mutable, publishProcess } from './flow-types.usecases.ts';
import { type ProcessKey, type ProcessRows, processTagOf, readProcess } from './process-tag.usecases.ts';
import {
  countRunningFlows,
  deleteProcessDraft,
  pageVersions,
  selectLatestVersions,
  selectProcessDrafts,
  selectVersion,
  upsertProcessDraft,
  type VersionRow,
} from './process-version.repository.ts';

export interface PersonInProcess {
  fid: string;
  name: string;
  inactive: InactiveReason | null;
}

/** A process of a version or draft, as its administrators see it. */
export type DesignedProcess = Mutable<Process>;

/** The published process of a type and its draft, with the tag of both. */
export interface ProcessDesign {
  readonly tag: string;
  readonly data: Awaited<ReturnType<typeof toDesign>>;
}

/** All application types with the state of their processes, also those that the tenant has never offered. */
export async function listProcesses(db: DatabaseHandle, tid: string) {
  const offered = new Map((await selectAllFlowTypes(db, tid)).map((row) => [row.type, row]));
  const drafts = new Map((await selectProcessDrafts(db, tid)).map((row) => [row.type, row]));
  const versions = await selectLatestVersions(db, tid);
  const running = await countRunningFlows(db, tid);
  const data = applicationTypeNames.map((type) => {
    const [row, draft, version] = [offered.get(type), drafts.get(type), versions.get(type)];
    return {
      id: applicationTypes[type].id,
      type,
      name: row?.name ?? draft?.name ?? null,
      enabled: row?.enabled ?? false,
      version: version?.version ?? null,
      publishedAt: version?.published_at.getTime() ?? null,
      stages: (row?.process ?? draft?.process)?.stages.length ?? 0,
      draftSavedAt: draft?.saved_at.getTime() ?? null,
      running: running.get(type) ?? 0,
    };
  });
  return { total: data.length, data };
}

/** The process of a type, whether or not it has been published. */
export async function getProcessDesign(db: DatabaseHandle, key: ProcessKey): Promise<ProcessDesign> {
  const rows = await readProcess(db, key);
  return { tag: processTagOf(rows), data: await toDesign(db, key, rows) };
}

interface DesignChange {
  readonly type: ApplicationType;
  readonly ifMatch: string | undefined;
}

/** Saves a draft, which may be incomplete. @throws ServiceError `admin.changed_meanwhile`. */
export function saveProcessDraft(
  services: WorkflowServices,
  actor: Actor,
  { name, process, ...change }: DesignChange & { name: string; process: Omit<Process, 'delivery'> },
): Promise<ProcessDesign> {
  return changeDesign(services, actor, change, async ({ transaction, key, rows, at, record }) => {
    const { delivery } = applicationTypes[key.type];
    await upsertProcessDraft(transaction, {
      ...key,
      ...authorOf(actor),
      name,
      process: { ...process, delivery },
      based_on: rows.latest?.version ?? null,
      saved_at: at,
    });
    await record('flow_type.draft_saved');
  });
}

/** @throws ServiceError `admin.changed_meanwhile`, `admin.no_draft`. */
export async function discardProcessDraft(
  services: WorkflowServices,
  actor: Actor,
  change: DesignChange,
): Promise<void> {
  await changeDesign(services, actor, change, async ({ transaction, key, record }) => {
    if (!(await deleteProcessDraft(transaction, key))) throw new ServiceError('admin.no_draft');
    await record('flow_type.draft_discarded');
  });
}

/**
 * Publishes the draft and deletes it. Flows in progress keep the process they started with.
 * @throws ServiceError `admin.changed_meanwhile`, `admin.no_draft`, `admin.draft_incomplete`, `work.approvers_invalid`,
 * `work.process_does_not_fit`, `work.rule_invalid`.
 */
export function publishProcessDraft(
  services: WorkflowServices,
  actor: Actor,
  change: DesignChange,
): Promise<ProcessDesign> {
  return changeDesign(services, actor, change, async ({ transaction, key, rows: { draft }, at, record }) => {
    if (!draft) throw new ServiceError('admin.no_draft');
    if (!isComplete(draft.process)) throw new ServiceError('admin.draft_incomplete');
    await publishProcess(transaction, {
      ...key,
      name: draft.name,
      process: draft.process,
      by: authorOf(actor),
      at,
    });
    await deleteProcessDraft(transaction, key);
    await record('flow_type.defined');
  });
}

/** A page of the published versions of a type, newest first. */
export async function listProcessVersions(
  db: DatabaseHandle,
  query: ProcessKey & { skip: number; limit: number },
) {
  const { total, rows } = await pageVersions(db, query);
  const people = await peopleIn(db, query.tid, rows);
  const names = new Map(people.map(({ fid, name }) => [fid, name]));
  return { total, data: rows.map((row) => toVersion(row, names)), people };
}

/** Saves a published version as the draft. @throws ServiceError `admin.changed_meanwhile`, `admin.version_not_found`. */
export function restoreProcessVersion(
  services: WorkflowServices,
  actor: Actor,
  { version, ...change }: DesignChange & { version: number },
): Promise<ProcessDesign> {
  return changeDesign(services, actor, change, async ({ transaction, key, rows, at, record }) => {
    const restored = await selectVersion(transaction, { ...key, version });
    if (!restored) throw new ServiceError('admin.version_not_found');
    const { name, process } = restored;
    const based_on = rows.latest?.version ?? null;
    await upsertProcessDraft(transaction, {
      ...key,
      ...authorOf(actor),
      name,
      process,
      based_on,
      saved_at: at,
    });
    await record('flow_type.version_restored');
  });
}

type ProcessAct = Extract<AuditedAct, `flow_type.${string}`>;

interface DesignContext {
  readonly transaction: DatabaseTransaction;
  readonly key: ProcessKey;
  readonly rows: ProcessRows;
  readonly at: Date;
  readonly record: (act: ProcessAct) => Promise<void>;
}

/** Runs a change of a process after the lock of the tenant, which serializes the administrators of all its processes. */
function changeDesign(
  { db, clock }: WorkflowServices,
  actor: Actor,
  { type, ifMatch }: DesignChange,
  change: (context: DesignContext) => Promise<void>,
): Promise<ProcessDesign> {
  const key = { tid: actor.tid, type };
  return inTransaction(db, async (transaction) => {
    await lockTenant(transaction, key.tid);
    const rows = await readProcess(transaction, key);
    assertMatch(ifMatch, processTagOf(rows));
    const at = new Date(clock());
    const record = (act: ProcessAct) => recordAct({ handle: transaction, actor, at }, { act, subject: type });
    await change({ transaction, key, rows, at, record });
    return getProcessDesign(transaction, key);
  });
}

async function toDesign(
  db: DatabaseHandle,
  { tid, type }: ProcessKey,
  { offered, latest, draft }: ProcessRows,
) {
  const { id, delivery, needsProcessing } = applicationTypes[type];
  const published =
    offered && latest ? { ...latest, name: offered.name, process: offered.process } : undefined;
  const people = await peopleIn(db, tid, [published, draft]);
  const names = new Map(people.map(({ fid, name }) => [fid, name]));
  return {
    id,
    type,
    delivery,
    needsProcessing,
    enabled: offered?.enabled ?? false,
    published: published ? toVersion(published, names) : null,
    draft: draft
      ? {
          name: draft.name,
          process: draft.process as DesignedProcess,
          basedOn: draft.based_on,
          savedAt: draft.saved_at.getTime(),
          savedBy: draft.fid === null ? null : toPerson(draft.fid, names),
        }
      : null,
    running: (await countRunningFlows(db, tid)).get(type) ?? 0,
    people,
  };
}

function toVersion(row: VersionRow, names: ReadonlyMap<string, string>) {
  return {
    version: row.version,
    name: row.name,
    process: row.process as DesignedProcess,
    publishedAt: row.published_at.getTime(),
    publishedBy: row.fid === null ? null : toPerson(row.fid, names),
  };
}

/** The people whom processes name and those who wrote them, with the reason why a person gets no task. */
async function peopleIn(
  db: DatabaseHandle,
  tid: string,
  rows: readonly (Pick<VersionRow, 'process' | 'fid'> | undefined)[],
): Promise<PersonInProcess[]> {
  const fids = new Set(
    rows.flatMap((row) =>
      row ? [...fidsOfProcess(row.process), ...(row.fid === null ? [] : [row.fid])] : [],
    ),
  );
  return describePeople(db, tid, [...fids]);
}

/** The names of people, and why each of them gets no task; in the order given. */
export async function describePeople(
  db: DatabaseHandle,
  tid: string,
  fids: readonly string[],
): Promise<PersonInProcess[]> {
  const names = await namesOf(db, { tid, fids });
  const reasons = await inactiveReasonsOf(db, { tid, fids });
  return fids.map((fid) => ({ ...toPerson(fid, names), inactive: reasons.get(fid) ?? null }));
}

/** Whether the schema of published processes accepts it. */
function isComplete({ stages, fileProcess }: Process): boolean {
  const hasExecutors = fileProcess?.by !== 'executors' || fileProcess.executors.length > 0;
  const isAnyoneAsked = (stage: Stage) => stage.approvers.length > 0 || asksByRule(stage);
  return stages.length > 0 && stages.every(isAnyoneAsked) && hasExecutors;
}
