import { useSessionStore } from '../../platform/session/index.ts';

type State = ReturnType<typeof useSessionStore.getState>;

const tenantOf = ({ session }: State) => (session.phase === 'signedIn' ? session.tenant?.tid : undefined);

/** Work lists begin anew in another tenant (section 4); a session that ends and comes back to the same one does not. */
export function onTenantChange(reset: () => void): void {
  let last = tenantOf(useSessionStore.getState());
  useSessionStore.subscribe((state) => {
    const tid = tenantOf(state);
    if (tid === undefined || tid === last) return;
    if (last !== undefined) reset();
    last = tid;
  });
}
