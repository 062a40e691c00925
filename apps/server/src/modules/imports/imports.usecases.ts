import { type DatabaseHandle, type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import type {
  ImportedCells,
  ImportOptions,
  ImportState,
  RowOutcome,
  StoredRowError,
} from '../../infra/database/tables/imports.table.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { declareQueue, type JobQueue } from '../../infra/jobs/jobs.port.ts';
import { type ActionContext, type AdminServices, act } from '../admin/audited-action.usecases.ts';
import { lockTenant } from '../tenants/tenant-settings.usecases.ts';
import type { ImportKey, ImportRow } from './imports.repository.ts';
import * as repository from './imports.repository.ts';
import { keysOf, parseRow } from './row.rules.ts';

/** Processes the next batch of an import. */
export const importQueue: JobQueue<ImportKey> = declareQueue('imports.batch');

/** How long an import and its rows, which contain personal data, are stored. */
const importLifetimeMs = 30 * 86_400_000;

/** Imports of one tenant that have not ended. */
const maxOpenImports = 20;

/** An import of people with its progress. */
export interface PeopleImport {
  importID: string;
  name: string;
  options: { createDepartments: boolean; roles: string[] };
  state: ImportState;
  total: number;
  received: number;
  done: number;
  added: number;
  changed: number;
  unchanged: number;
  failed: number;
  code: string | null;
  createdBy: string | null;
  createAt: number;
  startAt: number | null;
  endAt: number | null;
  expireAt: number;
}

export interface ImportForm {
  readonly importID: string;
  readonly name: string;
  readonly total: number;
  readonly options: ImportOptions;
}

/**
 * Creates an import. The same request again answers the same import, in whatever state it is.
 * @throws ServiceError `admin.import_exists`, `admin.too_many_imports`, `admin.tenant_closed`.
 */
export function createImport(
  services: AdminServices,
  actor: Actor,
  { importID, name, total, options }: ImportForm,
): Promise<PeopleImport> {
  const { tid } = actor;
  return act(services, actor, async ({ transaction, at, record }) => {
    const { isClosed } = await lockTenant(transaction, tid);
    if (isClosed) throw new ServiceError('admin.tenant_closed');
    const isFull = (await repository.countOpenImports(transaction, tid)) >= maxOpenImports;
    const existing = await repository.selectImport(transaction, { tid, importID });
    if (existing) {
      const isSame =
        existing.name === name &&
        existing.total === total &&
        existing.options.createDepartments === options.createDepartments &&
        existing.options.roles.join() === options.roles.join();
      if (!isSame) throw new ServiceError('admin.import_exists');
      return toImport(existing);
    }
    if (isFull) throw new ServiceError('admin.too_many_imports');
    await repository.insertImport(transaction, {
      tid,
      import_id: importID,
      name,
      total,
      options: JSON.stringify(options),
      created_by: actor.kind === 'member' ? actor.member.fid : null,
      created_at: at,
    });
    await record({ act: 'import.created', subject: importID });
    return requireImport(transaction, { tid, importID });
  });
}

/** @throws ServiceError `admin.import_not_found`. */
export async function requireImport(db: DatabaseHandle, key: ImportKey): Promise<PeopleImport> {
  const row = await repository.selectImport(db, key);
  if (!row) throw new ServiceError('admin.import_not_found');
  return toImport(row);
}

export async function listImports(
  db: DatabaseHandle,
  { sort, ...query }: repository.ImportFilter & { skip: number; limit: number; sort: string },
): Promise<{ total: number; data: PeopleImport[] }> {
  const { total, rows } = await repository.selectImportPage(db, query, {
    ...query,
    isNewestFirst: sort.startsWith('-'),
  });
  return { total, data: rows.map(toImport) };
}

/**
 * Adds rows to an import that has not run, or replaces those with the same numbers.
 * @throws ServiceError `admin.import_not_found`, `admin.import_state_error`, `admin.import_rows_exceed_total`.
 */
export function appendRows(
  { db }: AdminServices,
  key: ImportKey,
  rows: readonly (ImportedCells & { readonly row: number })[],
): Promise<PeopleImport> {
  return inTransaction(db, async (transaction) => {
    const { total } = await lockImportIn(transaction, key, ['draft', 'checked']);
    // The last one of several rows with one number counts, as if each had its own request.
    const byNumber = new Map(rows.map(({ row, ...cells }) => [row, cells]));
    const received = await repository.upsertRows(
      transaction,
      key,
      [...byNumber].map(([row_number, content]) => ({
        row_number,
        content,
        keys: keysOf(parseRow(content).person),
      })),
    );
    if (received > total) throw new ServiceError('admin.import_rows_exceed_total');
    await repository.updateImport(transaction, key, { state: 'draft', received, ...noProgress });
    return requireImport(transaction, key);
  });
}

/** @throws ServiceError `admin.import_not_found`. */
export async function listRows(
  db: DatabaseHandle,
  { tid, importID, ...query }: ImportKey & { outcome?: RowOutcome | undefined; skip: number; limit: number },
): Promise<{
  total: number;
  data: {
    row: number;
    name: string;
    outcome: RowOutcome;
    fid: string | null;
    errors: (Omit<StoredRowError, 'params'> & { params: Record<string, string | number> })[];
  }[];
}> {
  await requireImport(db, { tid, importID });
  const { total, rows } = await repository.selectResultPage(db, { tid, importID }, query);
  return {
    total,
    data: rows.map(({ row_number: row, content, outcome, fid, errors }) => ({
      row,
      name: content.name ?? '',
      outcome,
      fid,
      errors: errors.map((error) => ({ ...error, params: { ...error.params } })),
    })),
  };
}

/**
 * Starts the check of all rows. The call is idempotent.
 * @throws ServiceError `admin.import_not_found`, `admin.import_state_error`, `admin.import_incomplete`.
 */
export function checkImport(services: AdminServices, actor: Actor, key: ImportKey): Promise<PeopleImport> {
  return act(services, actor, async (context) => {
    const row = await lockImportIn(context.transaction, key, ['draft', 'checking', 'checked']);
    if (row.state !== 'draft') return toImport(row);
    if (row.received < row.total) throw new ServiceError('admin.import_incomplete');
    return start(services, context, { actor, key, changes: { state: 'checking' } });
  });
}

/**
 * Starts the run of a checked import with the rights of the actor. The call is idempotent.
 * @throws ServiceError `admin.import_not_found`, `admin.import_state_error`, `admin.tenant_closed`.
 */
export function runImport(services: AdminServices, actor: Actor, key: ImportKey): Promise<PeopleImport> {
  return act(services, actor, async (context) => {
    const { transaction, at, record } = context;
    const { isClosed } = await lockTenant(transaction, key.tid);
    if (isClosed) throw new ServiceError('admin.tenant_closed');
    const row = await lockImportIn(transaction, key, ['checked', 'running', 'done']);
    if (row.state !== 'checked') return toImport(row);
    await record({ act: 'import.started', subject: key.importID });
    return start(services, context, { actor, key, changes: { state: 'running', started_at: at } });
  });
}

/**
 * Cancels an import that has not ended. The batch in progress completes. The call is idempotent.
 * @throws ServiceError `admin.import_not_found`, `admin.import_state_error`.
 */
export function cancelImport(services: AdminServices, actor: Actor, key: ImportKey): Promise<PeopleImport> {
  return act(services, actor, async ({ transaction, at, record }) => {
    const row = await lockImportIn(transaction, key, ['draft', 'checking', 'checked', 'running', 'canceled']);
    if (row.state === 'canceled') return toImport(row);
    await repository.updateImport(transaction, key, { state: 'canceled', ended_at: at });
    await record({ act: 'import.canceled', subject: key.importID });
    return requireImport(transaction, key);
  });
}

/** Deletes imports with their rows 30 days after their creation. @returns their number. */
export function deleteExpiredImports(db: DatabaseHandle, now: number): Promise<number> {
  return repository.deleteImportsBefore(db, new Date(now - importLifetimeMs));
}

const noProgress = { position: 0, added: 0, changed: 0, unchanged: 0, failed: 0 };

async function start(
  { outbox }: AdminServices,
  { transaction }: ActionContext,
  {
    actor,
    key,
    changes,
  }: { actor: Actor; key: ImportKey; changes: { state: ImportState; started_at?: Date } },
): Promise<PeopleImport> {
  const starter =
    actor.kind === 'operator'
      ? { fid: null, aid: null, device_id: null, operator_id: actor.operatorID }
      : {
          fid: actor.member.fid,
          aid: actor.session.aid,
          device_id: actor.session.device?.id ?? null,
          operator_id: null,
        };
  await repository.updateImport(transaction, key, { ...changes, ...noProgress, ...starter });
  await outbox.send(transaction, importQueue, [{ data: key }]);
  return requireImport(transaction, key);
}

/** @throws ServiceError `admin.import_not_found`, `admin.import_state_error`. */
async function lockImportIn(
  transaction: DatabaseTransaction,
  key: ImportKey,
  states: readonly ImportState[],
): Promise<ImportRow> {
  const row = await repository.lockImport(transaction, key);
  if (!row) throw new ServiceError('admin.import_not_found');
  if (!states.includes(row.state)) throw new ServiceError('admin.import_state_error');
  return row;
}

function toImport(row: ImportRow): PeopleImport {
  const { added, changed, unchanged, failed } = row;
  return {
    importID: row.import_id,
    name: row.name,
    options: { ...row.options, roles: [...row.options.roles] },
    state: row.state,
    total: row.total,
    received: row.received,
    done: added + changed + unchanged + failed,
    added,
    changed,
    unchanged,
    failed,
    code: row.code,
    createdBy: row.created_by,
    createAt: row.created_at.getTime(),
    startAt: row.started_at?.getTime() ?? null,
    endAt: row.ended_at?.getTime() ?? null,
    expireAt: row.created_at.getTime() + importLifetimeMs,
  };
}
