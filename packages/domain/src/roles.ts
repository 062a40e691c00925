import { type Tab, type TabName, tabsOf } from './tabs.ts';

const all = ['messages', 'documents', 'work', 'mine'] as const satisfies readonly TabName[];

/** The role configuration of section 6. `others` is who has no tenant: there is no work without one. */
export const roles = {
  administrators: { tabs: all },
  users: { tabs: all },
  others: { tabs: ['messages', 'documents', 'mine'] },
} as const satisfies Record<string, { readonly tabs: readonly TabName[] }>;

export type RoleID = keyof typeof roles;

/** The rights of section 6, spelt as it spells them. */
export const rights = {
  signIn: 'app_login',
  systemManagement: 'Administration/administration',
  organisationManagement: 'org_managment',
} as const;

/** The buttons of work by the names that a tenant's deny list hides them by (section 6 lists no rights for buttons). */
export const workButtons = {
  approve: 'task_approve',
  reject: 'task_reject',
  complete: 'task_complete',
  addApproval: 'task_add_approval',
  transfer: 'task_transfer',
  handle: 'task_handle',
  read: 'task_read',
  apply: 'flow_apply',
  edit: 'flow_edit',
  cancel: 'flow_cancel',
  download: 'flow_download',
} as const;

/** What a member without any role sees. */
const defaultTabs: readonly TabName[] = roles.users.tabs;

export function isRole(roleID: string): roleID is RoleID {
  return Object.hasOwn(roles, roleID);
}

/**
 * The role of the configuration whose tabs a tenant's own role has. A tenant's own role is defined by its rights alone;
 * a client looks tabs up by role, and an unknown role ends its sign-in.
 * @param held - the rights that the tenant gave the role.
 */
export function baseRoleOf(held: readonly string[]): RoleID {
  const administers = held.includes(rights.systemManagement) || held.includes(rights.organisationManagement);
  return administers ? 'administrators' : 'users';
}

/**
 * The bottom tabs of a person (section 6): the union over the roles, each tab once, sorted by id.
 * @param person - the role ids as the service gave them, and whether a tenant is selected.
 * @returns the tabs, the first of which is where the person lands; `null` for an unknown role, which ends the sign-in
 * with `login.unknown_role`.
 */
export function tabsForRoles(person: {
  readonly hasTenant: boolean;
  readonly roleIDs: readonly string[];
}): readonly Tab[] | null {
  if (!person.hasTenant) return tabsOf(roles.others.tabs);
  const known = person.roleIDs.filter(isRole);
  if (known.length < person.roleIDs.length) return null;
  return tabsOf(
    known.length === 0 ? defaultTabs : known.flatMap((roleID): readonly TabName[] => roles[roleID].tabs),
  );
}

/**
 * Whether a button shows: it is among the rights and not denied (section 6).
 * @param right - what the button needs.
 */
export function isButtonVisible(
  right: string,
  held: { readonly rights: readonly string[]; readonly deny: readonly string[] },
): boolean {
  return held.rights.includes(right) && !held.deny.includes(right);
}
