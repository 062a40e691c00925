import { sql } from 'kysely';
import { type DatabaseHandle, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { ObjectMissingError } from '../../infra/objects/objects.errors.ts';
import type { ObjectStore } from '../../infra/objects/objects.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { deleteIfOrphaned } from '../files/orphaned-objects.usecases.ts';
import { lockAdministeredTenant, requireAdministeredTenant } from '../tenants/tenant-settings.usecases.ts';
import type { PrivacyServices } from './privacy.types.ts';
import { deleteTenantRows, readTenantRows, type TenantLine } from './tenant-data.repository.ts';

interface TenantRequest {
  readonly operatorID: string;
  readonly tid: string;
}

/**
 * Exports all data of an organisation as lines of JSON: its rows, and the objects that they refer to in chunks. Private
 * licence keys are omitted, so sealed documents stay sealed. A row that exists during the whole export appears once.
 * @throws ServiceError `admin.tenant_not_found`, before the first line.
 */
export async function exportTenant(
  { accounts: { db, clock }, objects }: PrivacyServices,
  { operatorID, tid }: TenantRequest,
): Promise<AsyncIterable<string>> {
  await requireAdministeredTenant(db, tid);
  const actor = { kind: 'operator', tid, operatorID } as const;
  await recordAct({ handle: db, actor, at: new Date(clock()) }, { act: 'tenant.exported', subject: tid });
  return tenantLines(db, objects, tid);
}

async function* tenantLines(db: DatabaseHandle, objects: ObjectStore, tid: string): AsyncGenerator<string> {
  const count = { rows: 0, objects: 0 };
  for await (const { table, row, object } of readTenantRows(db, tid)) {
    count.rows += 1;
    yield formatLine({ type: 'row', table, row });
    if (object === null) continue;
    count.objects += 1;
    yield* objectLines(objects, object);
  }
  // The last line: without it the export is incomplete.
  yield formatLine({ type: 'end', ...count });
}

async function* objectLines(objects: ObjectStore, key: string): AsyncGenerator<string> {
  let offset = 0;
  try {
    const content: AsyncIterable<Uint8Array> = await objects.read(key);
    for await (const bytes of content) {
      yield formatLine({ type: 'object', key, offset, base64: Buffer.from(bytes).toString('base64') });
      offset += bytes.length;
    }
  } catch (error) {
    // A package may expire and be deleted during the export.
    if (!(error instanceof ObjectMissingError)) throw error;
    yield formatLine({ type: 'missing', key });
  }
}

const formatLine = (entry: TenantLine): string => `${JSON.stringify(entry)}\n`;

/**
 * Deletes a closed organisation with all its data. Its audit chain stays, with pseudonyms that cannot be resolved. The
 * accounts of its people stay.
 *
 * @param options - `confirmation` is the name of the organisation as the operator typed it.
 * @throws ServiceError `admin.tenant_not_found`, `admin.tenant_not_closed`, `admin.confirmation_wrong`.
 */
export async function deleteTenant(
  { accounts: { db, clock }, objects }: PrivacyServices,
  { operatorID, tid, confirmation }: TenantRequest & { confirmation: string },
): Promise<void> {
  const keys = await inTransaction(db, async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const { name, state } = await lockAdministeredTenant(transaction, tid);
    if (state !== 'closed') throw new ServiceError('admin.tenant_not_closed');
    if (name.trim() !== confirmation.trim()) throw new ServiceError('admin.confirmation_wrong');
    const at = new Date(clock());
    for (const chain of [tid, null]) {
      const actor = { kind: 'operator', tid: chain, operatorID } as const;
      await recordAct({ handle: transaction, actor, at }, { act: 'tenant.deleted', subject: tid });
    }
    return deleteTenantRows(transaction, { tid, at });
  });
  for (const key of keys) await deleteIfOrphaned({ db, objects }, key);
}
