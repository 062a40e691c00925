import type { CurrentUser } from '@sealflow/contract';
import { tabsForRoles } from '@sealflow/domain/roles';
import type { StoredSession } from './session.storage.ts';
import { type Choosing, currentTenant, type SignedIn } from './session.store.ts';

const listOf = <T>(value: readonly T[] | undefined): T[] => (Array.isArray(value) ? [...value] : []);

/** The person as the app works with them: an older service's answer can lack its lists. */
export function readUser(answer: Partial<CurrentUser> & Pick<CurrentUser, 'fid' | 'name'>) {
  const { rights, deny, roles } = answer;
  const user: CurrentUser = { ...answer, rights: listOf(rights), deny: listOf(deny), roles: listOf(roles) };
  return { user, rightsReadable: Array.isArray(rights) };
}

/** How an account without an organisation goes in: as role others (section 6). */
export function entryWithoutTenant({
  account,
  tenants,
}: Pick<StoredSession, 'account' | 'tenants'>): SignedIn {
  const tabs = tabsForRoles({ hasTenant: false, roleIDs: [] }) ?? [];
  return { phase: 'signedIn', account, tenants, tenant: null, user: null, tabs, rightsReadable: true };
}

/** The entry that the device could make by itself; null where it does not know the person in their tenant. */
export function storedEntry(session: StoredSession, tid: string | null): SignedIn | null {
  const { account, tenants, user: kept } = session;
  if (tenants.length === 0) return entryWithoutTenant(session);
  const membership = tenants.find(({ id }) => id === tid);
  if (membership === undefined || kept === null || kept.tid !== tid) return null;
  const { user, rightsReadable } = readUser(kept.user);
  const tabs = tabsForRoles({ hasTenant: true, roleIDs: user.roles.map(({ roleID }) => roleID) });
  if (tabs === null) return null;
  return {
    phase: 'signedIn',
    account,
    tenants,
    tenant: currentTenant(membership),
    user,
    tabs,
    rightsReadable,
  };
}

/** The choice of the organisation, where there is one. */
export const choicesOf = ({ account, tenants }: StoredSession): Choosing | null =>
  tenants.length > 1 ? { phase: 'choosing', account, tenants } : null;
