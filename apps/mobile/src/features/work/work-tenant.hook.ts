import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';

/**
 * Returns the current tenant.
 * @throws Error without a tenant; the routes reach the work screens only with one.
 */
export function useWorkTenant(): CurrentTenant {
  const tenant = useTenant();
  if (tenant === null) throw new Error('no current tenant');
  return tenant;
}

export const workKeys = {
  all: (tid: string) => ['tenant', tid, 'work'] as const,
  list: (tid: string, list: 'tasks' | 'flows') => ['tenant', tid, 'work', 'list', list] as const,
  flow: (tid: string, flowID: string) => ['tenant', tid, 'work', 'flow', flowID] as const,
};
