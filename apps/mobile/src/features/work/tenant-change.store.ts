import { useSessionStore } from '../../platform/session/index.ts';

type State = ReturnType<typeof useSessionStore.getState>;

const tenantOf = ({ session }: State) => (session.phase === 'signedIn' ? session.tenant?.tid : undefined);

/**
 * Calls `reset` when the user enters another tenant (section 4), but not when a session in the same tenant is
 * resumed.
 */
export function onTenantChange(reset: () => void): void {
  let last = tenantOf(useSessionStore.getState());
  useSessionStore.subscribe((state) => {
    const tid = tenantOf(state);
    if (tid === undefined || tid === last) return;
    if (last !== undefined) reset();
    last = tid;
  });
}
