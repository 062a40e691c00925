import { sql, type Updateable } from 'kysely';
import { type Database, type DatabaseHandle, type DatabaseTransaction } from '../../infra/database/index.ts';
import { likePattern } from '../../infra/database/like-pattern.util.ts';

/**
 * Locks a tenant: serializes changes of its people, roles and settings.
 * @returns undefined where the tenant does not exist or is deleted.
 */
export async function lockTenantRow(
  transaction: DatabaseTransaction,
  tid: string,
): Promise<{ closed_at: Date | null } | undefined> {
  // Not `for update`: inserts of rows that only refer to the tenant need not wait.
  return transaction
    .selectFrom('tenants')
    .select('closed_at')
    .where('tid', '=', tid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface TenantFilter {
  readonly keyword?: string | undefined;
  readonly state?: 'active' | 'closed' | undefined;
  readonly tid?: string | undefined;
}

function filteredTenants(db: DatabaseHandle, { keyword, state, tid }: TenantFilter) {
  let query = db.selectFrom('tenants').where('deleted_at', 'is', null);
  if (tid !== undefined) query = query.where('tid', '=', tid);
  if (state) query = query.where('closed_at', state === 'closed' ? 'is not' : 'is', null);
  if (!keyword) return query;
  const pattern = likePattern(keyword);
  return query.where((tenant) =>
    tenant.or([tenant('name', 'ilike', pattern), tenant('tid', 'ilike', pattern)]),
  );
}

export function selectTenantPage(
  db: DatabaseHandle,
  filter: TenantFilter,
  { skip, limit }: { skip: number; limit: number },
) {
  return filteredTenants(db, filter)
    .selectAll()
    .select((tenant) =>
      tenant
        .selectFrom('memberships')
        .whereRef('memberships.tid', '=', 'tenants.tid')
        .where('memberships.state', '!=', 'ended')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('members'),
    )
    .orderBy('created_at')
    .orderBy('tid')
    .offset(skip)
    .limit(limit)
    .execute();
}

export async function countTenants(db: DatabaseHandle, filter: TenantFilter): Promise<number> {
  const { count } = await filteredTenants(db, filter)
    .select((tenant) => tenant.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function updateTenant(
  transaction: DatabaseTransaction,
  tid: string,
  changes: Updateable<Database['tenants']>,
): Promise<void> {
  await transaction.updateTable('tenants').set(changes).where('tid', '=', tid).execute();
}

/** Serializes changes of namespaces until the transaction ends. @returns whether another tenant has the namespace. */
export async function lockNamespace(
  transaction: DatabaseTransaction,
  { tid, namespace }: { tid: string; namespace: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tenant-namespaces', 0))`.execute(transaction);
  const other = await transaction
    .selectFrom('tenants')
    .select('tid')
    .where('namespace', '=', namespace)
    .where('tid', '!=', tid)
    .executeTakeFirst();
  return other !== undefined;
}

/** Ends the memberships of a tenant that is closed, and stores their former states. */
export async function suspendMemberships(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set({ state_before_close: sql`state`, state: 'ended' })
    .where('tid', '=', tid)
    .where('state', '!=', 'ended')
    .execute();
}

export async function resumeMemberships(transaction: DatabaseTransaction, tid: string): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set({ state: sql`state_before_close`, state_before_close: null })
    .where('tid', '=', tid)
    .where('state_before_close', 'is not', null)
    .execute();
}
