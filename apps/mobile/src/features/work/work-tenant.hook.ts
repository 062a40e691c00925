import { type CurrentTenant, useTenant } from '../../platform/session/index.ts';

/** The screens of work are only reached with a tenant. */
export function useWorkTenant(): CurrentTenant {
  const tenant = useTenant();
  if (tenant === null) throw new Error('no tenant for this screen');
  return tenant;
}

export const workKeys = {
  all: (tid: string) => ['tenant', tid, 'work'] as const,
  list: (tid: string, list: 'tasks' | 'flows') => ['tenant', tid, 'work', list] as const,
  flow: (tid: string, flowID: string) => ['tenant', tid, 'work', 'flow', flowID] as const,
};
