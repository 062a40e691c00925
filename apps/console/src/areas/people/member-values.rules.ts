import type { Member, MemberChange, NewMember } from './people.queries.ts';

/** What the form of a member edits. */
export type MembershipValues = {
  readonly name: string;
  readonly orgID: string | null;
  readonly roles: string[];
  readonly rights: string[];
  readonly deny: string[];
};

/** What the form of a new member edits. */
export type NewMemberValues = MembershipValues & {
  readonly way: 'invite' | 'create';
  /** For an invitation. */
  readonly account: string;
  /** For a new account. */
  readonly username: string;
  readonly mobileNo: string;
  readonly email: string;
  /** Whether the service creates a password that is good for one sign-in. */
  readonly oneTimePassword: boolean;
};

export const valuesOf = (member: Member): MembershipValues => ({
  name: member.name,
  orgID: member.organisation?.orgID ?? null,
  roles: member.roles.map(({ roleID }) => roleID),
  rights: member.rights,
  deny: member.deny,
});

const isSame = (one: string | null | readonly string[], other: string | null | readonly string[]) =>
  typeof one === 'object' && one !== null && typeof other === 'object' && other !== null
    ? one.length === other.length && [...one].sort().join('\n') === [...other].sort().join('\n')
    : one === other;

export const membershipFields = ['name', 'orgID', 'roles', 'rights', 'deny'] as const;

/** The fields whose values differ. The order of roles and rights has no meaning. */
const differingFields = (one: MembershipValues, other: MembershipValues) =>
  membershipFields.filter((field) => !isSame(one[field], other[field]));

/** The request that turns a member into the values: only what differs, so that other fields stay as they are. */
export function changeOf(member: Member, values: MembershipValues): MemberChange {
  const changed = differingFields(valuesOf(member), values);
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** The request for a new member. */
export function newMemberOf(values: NewMemberValues): NewMember {
  const { name, orgID } = values;
  // The schema of the request names the rights; the form offers no others.
  const membership = {
    name,
    orgID,
    roles: [...values.roles],
    rights: [...values.rights],
    deny: [...values.deny],
  } as Pick<NewMember, 'name' | 'orgID' | 'roles' | 'rights' | 'deny'>;
  if (values.way === 'invite') return { account: values.account, ...membership };
  const contact = (text: string) => (text === '' ? null : text);
  const newAccount = {
    username: values.username,
    mobileNo: contact(values.mobileNo),
    email: contact(values.email),
    ...(values.oneTimePassword ? { oneTimePassword: true } : {}),
  };
  return { newAccount, ...membership };
}

/** Where each effective right of a member comes from: names of roles, and whether it is granted individually. */
export function rightsWithSources(
  member: Member,
  roles: readonly { readonly roleID: string; readonly name: string; readonly rights: readonly string[] }[],
) {
  const held = new Set(member.roles.map(({ roleID }) => roleID));
  return member.effectiveRights.map((right) => ({
    right,
    roles: roles
      .filter((role) => held.has(role.roleID) && role.rights.includes(right))
      .map(({ name }) => name),
    isGranted: member.rights.includes(right),
  }));
}
