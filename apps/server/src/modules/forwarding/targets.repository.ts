import type { DatabaseHandle } from '../../infra/database/index.ts';

/** The tenants whose data lies elsewhere, or nowhere yet. */
export function selectElsewhere(db: DatabaseHandle): Promise<{ tid: string; service_api: string | null }[]> {
  return db
    .selectFrom('tenants')
    .select(['tid', 'service_api'])
    .where((tenant) => tenant.or([tenant('service_api', 'is not', null), tenant('is_local', '=', false)]))
    .execute();
}
