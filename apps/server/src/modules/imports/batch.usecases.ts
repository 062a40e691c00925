import type { ErrorCode } from '@sealflow/domain/errors';
import { rights } from '@sealflow/domain/roles';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { type ActionContext, type AdminServices, actionContextAs } from '../admin/audited-action.usecases.ts';
import { countLookupRefusals, isRevealing, openLookupBudget } from '../admin/lookups.usecases.ts';
import { recordActs } from '../audit/audit.usecases.ts';
import { updateClearances } from '../documents/clearances.usecases.ts';
import { requireAdministeredMember } from '../tenants/administered-members.usecases.ts';
import { findActivePeople } from '../tenants/people.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import { type Addition, addNewPeople, type BatchContext, type RowEnd } from './add-people.usecases.ts';
import { type Change, changePeople, inviteExistingAccounts } from './change-people.usecases.ts';
import { createDepartments } from './departments.usecases.ts';
import type { ImportKey, ImportRow } from './imports.repository.ts';
import * as repository from './imports.repository.ts';
import { planRows, type RowPlan } from './plan.usecases.ts';
import { type RowError, rowError } from './row.rules.ts';

interface BatchRequest extends ImportKey {
  readonly limit: number;
}

/**
 * Checks or runs the next rows of an import in one transaction with their results and the progress, so that a batch that
 * was interrupted at any point is repeated as a whole and adds no person twice.
 * @returns whether rows remain.
 */
export async function processBatch(
  services: AdminServices,
  { limit, ...key }: BatchRequest,
): Promise<boolean> {
  const found = await repository.selectImport(services.db, key);
  if (found?.state !== 'checking' && found?.state !== 'running') return false;
  const isRun = found.state === 'running';
  const at = new Date(services.clock());
  const { hasMore, refusals } = await inTransaction(services.db, async (transaction) => {
    // The tenant is locked before its rows, in the same order as by administrators.
    const isClosed = isRun && (await lockTenant(transaction, key.tid)).isClosed;
    const current = await repository.lockImport(transaction, key);
    const done = { hasMore: false, refusals: [] as ErrorCode[] };
    if (current?.state !== found.state) return done;
    const actor = await findActor(transaction, current);
    const stopCode = isClosed ? 'admin.tenant_closed' : actor ? null : 'admin.import_starter_left';
    if (!actor || stopCode !== null) {
      await repository.updateImport(transaction, key, { state: 'failed', code: stopCode, ended_at: at });
      return done;
    }
    if (!isRun && current.position === 0) await repository.markRepeatedRows(transaction, key);
    const rows = await repository.selectRowsAfter(transaction, key, { position: current.position, limit });
    const plans = await planRows(transaction, { actor, options: current.options, now: at }, rows);
    const context = actionContextAs(actor, { transaction, at });
    const ends = isRun ? await runPlans(services, { ...context, actor }, plans) : plans.map(toExpectedEnd);
    const isLast = rows.length < limit;
    await saveProgress(context, { current, ends, isLast });
    return { hasMore: !isLast, refusals: isRun ? revealingCodes(ends) : [] };
  });
  countLookupRefusals(services, key.tid, refusals);
  return hasMore;
}

/** Marks the next row as failed: an unexpected fault of one row must not stop the rows after it. */
export async function skipRow({ db, clock }: AdminServices, key: ImportKey): Promise<void> {
  const at = new Date(clock());
  await inTransaction(db, async (transaction) => {
    const current = await repository.lockImport(transaction, key);
    if (current?.state !== 'checking' && current?.state !== 'running') return;
    const [next] = await repository.selectRowsAfter(transaction, key, {
      position: current.position,
      limit: 1,
    });
    if (!next) return;
    const errors = [rowError('app.unknown_error')];
    const ends = [{ row: next.row_number, outcome: 'failed', fid: null, errors } as const];
    const context = actionContextAs({ kind: 'service', tid: key.tid }, { transaction, at });
    await saveProgress(context, { current, ends, isLast: false });
  });
}

/**
 * Who started the import, with the rights that they have now: what an administrator may no longer do, their imports do
 * not do either. Undefined where a member may no longer manage people.
 */
async function findActor(transaction: DatabaseTransaction, row: ImportRow): Promise<Actor | undefined> {
  const { tid, fid, aid, device_id: deviceID, operator_id: operatorID } = row;
  if (operatorID !== null) return { kind: 'operator', tid, operatorID };
  if (fid === null || aid === null) return undefined;
  const active = await findActivePeople(transaction, { tid, fids: [fid] });
  if (!active.has(fid)) return undefined;
  const member = await requireAdministeredMember(transaction, { tid, fid });
  if (!member.effectiveRights.includes(rights.organisationManagement)) return undefined;
  return {
    kind: 'member',
    tid,
    // The import belongs to no session. Audit records name the device on which it was started.
    session: { aid, sid: '', jti: '', device: deviceID === null ? null : { id: deviceID, thumbprint: '' } },
    member: { tid, fid, name: member.name, rights: member.effectiveRights, deny: [] },
  };
}

async function runPlans(
  services: AdminServices,
  acting: ActionContext & { readonly actor: Actor },
  plans: readonly RowPlan[],
): Promise<RowEnd[]> {
  const { transaction, actor, at } = acting;
  const { tid } = actor;
  const context: BatchContext = { ...acting, budget: await openLookupBudget(transaction, actor) };
  const orgIDOf = await provideDepartments(context, plans);
  const additions = plans
    .filter((plan) => plan.kind === 'add')
    .map((plan): Addition => Object.assign(plan, { orgID: orgIDOf(plan) }));
  const changes = plans
    .filter((plan) => plan.kind === 'change')
    .map((plan): Change => Object.assign(plan, { orgID: orgIDOf(plan) }));
  const ends = [
    ...plans.flatMap((plan) =>
      plan.kind === 'failed' || plan.kind === 'unchanged' ? [toExpectedEnd(plan)] : [],
    ),
    ...(await addNewPeople(
      services,
      context,
      additions.filter(({ account }) => account === 'new'),
    )),
    ...(await inviteExistingAccounts(
      services,
      context,
      additions.filter(({ account }) => account === 'existing'),
    )),
    ...(await changePeople(services, context, changes)),
  ];
  const levels = new Map([
    ...additions.map(({ row, person }) => [row, person.clearance] as const),
    ...changes.map(({ row, clearance }) => [row, clearance] as const),
  ]);
  const clearances = ends.flatMap(({ row, fid }) => {
    const level = levels.get(row) ?? null;
    return fid === null || level === null ? [] : [{ tid, fid, level }];
  });
  await updateClearances(transaction, clearances);
  const refusal = {
    act: 'administration.refused',
    decision: 'refused',
    reason: 'admin.beyond_own_rights',
  } as const;
  await recordActs({ handle: transaction, actor, at }, [
    ...clearances.map(({ fid }) => ({ act: 'clearance.set', subject: fid }) as const),
    ...(ends.some(({ errors }) => hasCode(errors, 'admin.beyond_own_rights')) ? [refusal] : []),
  ]);
  return ends;
}

/** Creates the departments that rows name and that do not exist. @returns the id of the department of a row. */
async function provideDepartments(
  { transaction, actor, record }: BatchContext,
  plans: readonly RowPlan[],
): Promise<(plan: Extract<RowPlan, { kind: 'add' | 'change' }>) => string | null> {
  const missing = plans.flatMap((plan) =>
    (plan.kind === 'add' || plan.kind === 'change') && plan.department?.orgID === null
      ? [plan.department.path]
      : [],
  );
  const created = await createDepartments(transaction, actor.tid, missing);
  for (const orgID of created.values()) await record({ act: 'organisation.created', subject: orgID });
  return ({ department }) => {
    if (department === null) return null;
    return department.orgID ?? created.get(department.path.join('/')) ?? null;
  };
}

const outcomes = { add: 'added', change: 'changed', unchanged: 'unchanged', failed: 'failed' } as const;

/** The result of a row if the run does what the plan says. */
function toExpectedEnd(plan: RowPlan): RowEnd {
  return {
    row: plan.row,
    outcome: outcomes[plan.kind],
    fid: plan.kind === 'change' || plan.kind === 'unchanged' ? plan.fid : null,
    errors: plan.kind === 'failed' ? plan.errors : [],
  };
}

async function saveProgress(
  { transaction, at, record }: ActionContext,
  { current, ends, isLast }: { current: ImportRow; ends: readonly RowEnd[]; isLast: boolean },
): Promise<void> {
  const key = { tid: current.tid, importID: current.import_id };
  await repository.updateRowResults(
    transaction,
    key,
    ends.map(({ row, ...end }) => ({ row_number: row, ...end })),
  );
  const count = (outcome: RowEnd['outcome']) => ends.filter((end) => end.outcome === outcome).length;
  const isRun = current.state === 'running';
  await repository.updateImport(transaction, key, {
    position: Math.max(current.position, ...ends.map(({ row }) => row)),
    added: current.added + count('added'),
    changed: current.changed + count('changed'),
    unchanged: current.unchanged + count('unchanged'),
    failed: current.failed + count('failed'),
    ...(isLast ? { state: isRun ? 'done' : 'checked', ended_at: isRun ? at : null } : {}),
  });
  if (isLast && isRun) await record({ act: 'import.finished', subject: key.importID });
}

const hasCode = (errors: readonly RowError[], wanted: ErrorCode) =>
  errors.some(({ code }) => code === wanted);

const revealingCodes = (ends: readonly RowEnd[]): ErrorCode[] =>
  ends.flatMap(({ errors }) => errors.map(({ code }) => code).filter(isRevealing));

/** Whether an error means that the tenant was deleted while its import waited. */
export const isTenantGone = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'login.tenant_access_denied';
