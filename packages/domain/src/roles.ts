import { type Tab, type TabName, tabsOf } from './tabs.ts';

const allTabs = ['messages', 'documents', 'work', 'mine'] as const satisfies readonly TabName[];

/** The role configuration of section 6. `others` is the role without a tenant, and has no work tabs. */
export const roles = {
  administrators: { tabs: allTabs },
  users: { tabs: allTabs },
  others: { tabs: ['messages', 'documents', 'mine'] },
} as const satisfies Record<string, { readonly tabs: readonly TabName[] }>;

export type RoleID = keyof typeof roles;

/** The rights of section 6, in its spelling. */
export const rights = {
  signIn: 'app_login',
  systemManagement: 'Administration/administration',
  organisationManagement: 'org_managment',
} as const;

/**
 * The work buttons, by the names with which a tenant's deny list hides them. Section 6 defines no rights for buttons.
 */
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

/** Tabs of a member without a role. */
const defaultTabs: readonly TabName[] = roles.users.tabs;

export function isRole(roleID: string): roleID is RoleID {
  return Object.hasOwn(roles, roleID);
}

/**
 * The configured role whose tabs a custom role of a tenant uses. A custom role is defined by its rights only, but a
 * client looks up tabs by role, and an unknown role makes its sign-in fail.
 * @param held - the rights of the custom role.
 */
export function baseRoleOf(held: readonly string[]): RoleID {
  const isAdministrator =
    held.includes(rights.systemManagement) || held.includes(rights.organisationManagement);
  return isAdministrator ? 'administrators' : 'users';
}

/**
 * The bottom tabs of a person (section 6): the union over the roles, without duplicates, sorted by id.
 * @param person - the role ids from the service, and whether a tenant is selected.
 * @returns the tabs, the first of which is the start page; `null` for an unknown role, with which the sign-in fails
 * (`login.unknown_role`).
 */
export function tabsForRoles(person: {
  readonly hasTenant: boolean;
  readonly roleIDs: readonly string[];
}): readonly Tab[] | null {
  if (!person.hasTenant) return tabsOf(roles.others.tabs);
  const knownRoles = person.roleIDs.filter(isRole);
  if (knownRoles.length < person.roleIDs.length) return null;
  return tabsOf(
    knownRoles.length === 0
      ? defaultTabs
      : knownRoles.flatMap((roleID): readonly TabName[] => roles[roleID].tabs),
  );
}

/**
 * Whether a button is visible: its right is granted and not denied (section 6).
 * @param right - the right that the button requires.
 */
export function isButtonVisible(
  right: string,
  held: { readonly rights: readonly string[]; readonly deny: readonly string[] },
): boolean {
  return held.rights.includes(right) && !held.deny.includes(right);
}
