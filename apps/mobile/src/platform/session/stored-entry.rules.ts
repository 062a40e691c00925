import type { CurrentUser } from '@sealflow/contract';
import { tabsForRoles } from '@sealflow/domain/roles';
import type { StoredSession } from './session.repository.ts';
import { type ChoosingTenant, currentTenant, type SignedIn } from './session.store.ts';

const listOf = <T>(value: readonly T[] | undefined): T[] => (Array.isArray(value) ? [...value] : []);

/** Normalises a user: an older service's answer can lack the lists and the settings of the tenant. */
export function readUser(answer: Partial<CurrentUser> & Pick<CurrentUser, 'fid' | 'name'>) {
  const { rights, deny, roles, exactPages = 'ask', renditions = false, fullTextSearch = true } = answer;
  const user: CurrentUser = {
    ...answer,
    rights: listOf(rights),
    deny: listOf(deny),
    roles: listOf(roles),
    exactPages,
    renditions,
    fullTextSearch,
  };
  return { user, rightsReadable: Array.isArray(rights) };
}

/** The session of an account without an organisation: role others (section 6). */
export function entryWithoutTenant({
  account,
  tenants,
}: Pick<StoredSession, 'account' | 'tenants'>): SignedIn {
  const tabs = tabsForRoles({ hasTenant: false, roleIDs: [] }) ?? [];
  return { phase: 'signedIn', account, tenants, tenant: null, user: null, tabs, rightsReadable: true };
}

/** The session that stored data allows; null if the user in the tenant is not stored. */
export function storedEntry(session: StoredSession, tid: string | null): SignedIn | null {
  const { account, tenants, user: storedUser } = session;
  if (tenants.length === 0) return entryWithoutTenant(session);
  const membership = tenants.find(({ id }) => id === tid);
  if (membership === undefined || storedUser === null || storedUser.tid !== tid) return null;
  const { user, rightsReadable } = readUser(storedUser.user);
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

/** The choice of the organisation; null if there is at most one. */
export const choicesOf = ({ account, tenants }: StoredSession): ChoosingTenant | null =>
  tenants.length > 1 ? { phase: 'choosing', account, tenants } : null;
