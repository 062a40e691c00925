import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The tenants whose data is on another server, or on none yet. */
export function selectRemoteTenants(
  db: DatabaseHandle,
): Promise<{ tid: string; service_api: string | null }[]> {
  return db
    .selectFrom('tenants')
    .select(['tid', 'service_api'])
    .where((tenant) => tenant.or([tenant('service_api', 'is not', null), tenant('is_local', '=', false)]))
    .execute();
}
