import { z } from 'zod';
import { listedDevice } from './accounts.calls.ts';
import { customID, deniable, displayName, newAccount, newAccountErrors, right } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, id, ifMatchHeader, keyword, list, page, tenantParams, time } from './common.schemas.ts';
import { entityTagFields } from './entity-tags.ts';

const people = { right: 'org_managment' } as const;
const memberParams = z.strictObject({ tid: id, fid: id });
const memberState = z.enum(['invited', 'active', 'suspended', 'ended']);

/**
 * A member as administrators of the tenant see it. The account belongs to the person: administrators see only what
 * identifies the person.
 */
export const administeredMember = z.object({
  fid: id,
  name: z.string(),
  state: memberState,
  organisation: z.object({ orgID: id, name: z.string() }).nullable(),
  roles: z.array(z.object({ roleID: id, name: z.string() })),
  /** In addition to those of the roles. */
  rights: z.array(z.string()),
  deny: z.array(z.string()),
  /** The result of roles, rights and deny. */
  effectiveRights: z.array(z.string()),
  /** Masked like the phone number in the watermark. */
  mobileNo: z.string().nullable(),
  email: z.string().nullable(),
  createAt: time,
  /** The invitation; null if the person was not invited. */
  invitation: z
    .object({
      /** The username by which the administrator named the person; null if a contact was named. */
      username: z.string().nullable(),
      state: z.enum(['open', 'expired', 'accepted', 'declined', 'withdrawn']),
      sentAt: time,
      expireAt: time,
    })
    .nullable(),
  /**
   * The account, if the tenant manages it: the tenant created it, and its owner accepted no membership elsewhere. Null for
   * other accounts, whose sign-ins and devices concern other tenants too.
   */
  account: z
    .object({
      /** `locked`: password sign-ins from unknown devices are rejected until `lockedUntil`. */
      state: z.enum(['active', 'locked', 'closed']),
      lockedUntil: time.nullable(),
      lastSignInAt: time.nullable(),
      /** Number of devices. */
      devices: z.int(),
    })
    .nullable(),
});

/** The order of a list of members; `-` for descending. */
const memberSort = z.enum([
  'name',
  '-name',
  'createAt',
  '-createAt',
  'lastSignInAt',
  '-lastSignInAt',
  'state',
  '-state',
]);

/** The conditions and the order of a list of members. */
export const memberFilter = {
  keyword: keyword.optional(),
  orgID: id.optional(),
  roleID: id.optional(),
  state: memberState.optional(),
  /** Only members whose account the tenant manages match. */
  accountState: z.enum(['locked', 'closed']).optional(),
  /** Only invited people match. */
  invitation: z.enum(['open', 'expired']).optional(),
  sort: memberSort.default('name'),
};

const membership = {
  name: displayName,
  orgID: id.nullable(),
  roles: z.array(id).max(50),
  rights: z.array(right).max(10),
  deny: z.array(deniable).max(20),
};

/** The role of every member. */
const memberRole = 'users';

const newMembership = {
  fid: customID.optional(),
  name: membership.name,
  orgID: membership.orgID.default(null),
  roles: membership.roles.default([memberRole]),
  rights: membership.rights.default([]),
  deny: membership.deny.default([]),
};

type RightsOfBody = Partial<Record<'roles' | 'rights' | 'deny', readonly string[]>>;

/** Whether a new member gets more than the role of every member, or less. */
const grantsRights = ({ roles = [], rights = [], deny = [] }: RightsOfBody) =>
  roles.some((role) => role !== memberRole) || rights.length > 0 || deny.length > 0;

const changesRights = ({ roles, rights, deny }: RightsOfBody) =>
  roles !== undefined || rights !== undefined || deny !== undefined;

const changeErrors = [
  'admin.organisation_not_found',
  'admin.role_not_found',
  'admin.beyond_own_rights',
  'admin.tenant_closed',
] as const;

/** State of the pushes to a device; null if it is not registered for pushes. */
const devicePush = z.object({
  provider: z.enum(['webpush', 'fcm', 'apns', 'jpush']),
  registeredAt: time,
  /** Messages that the provider has not accepted yet. */
  waiting: z.int(),
  lastSentAt: time.nullable(),
});

export const adminMemberCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/members': {
    summary:
      'The people of the tenant; `keyword` is part of a name or id, `account` a complete username, phone or email. ' +
      'With a keyword, `total` is at most 10,000',
    access: people,
    home: 'host',
    params: tenantParams,
    query: z.strictObject({
      ...page,
      ...memberFilter,
      account: z.string().trim().min(1).max(254).optional(),
    }),
    answer: list(administeredMember),
    errors: ['app.too_many_requests'],
  },
  'POST /api/v1/tenants/{tid}/admin/members': {
    summary:
      'Invite a person by username, phone or email, or create an account with the membership; the answer does not reveal whether ' +
      'somebody has an account',
    access: people,
    stepUp: grantsRights,
    home: 'host',
    params: tenantParams,
    body: z.union([
      z.strictObject({ account: z.string().trim().min(1).max(254), ...newMembership }),
      z.strictObject({ newAccount, ...newMembership }),
    ]),
    answer: data(administeredMember.extend({ oneTimePassword: z.string().nullable() })),
    errors: [
      'login.user_not_found',
      'admin.member_exists',
      'admin.already_invited',
      'admin.password_not_allowed',
      'admin.fid_taken',
      'app.too_many_requests',
      ...changeErrors,
      ...newAccountErrors,
    ],
  },
  'GET /api/v1/tenants/{tid}/admin/members/{fid}': {
    summary: 'One person of the tenant',
    access: people,
    home: 'host',
    params: memberParams,
    answer: data(administeredMember),
    entityTag: entityTagFields.member,
    errors: ['login.user_not_found'],
  },
  'PUT /api/v1/tenants/{tid}/admin/members/{fid}': {
    summary:
      'Change a member; omitted fields stay unchanged. `ended` reassigns open tasks, removes the clearance and withdraws an invitation',
    access: people,
    stepUp: changesRights,
    home: 'host',
    params: memberParams,
    headers: ifMatchHeader,
    body: z.strictObject({ ...membership, state: memberState.exclude(['invited']) }).partial(),
    answer: data(administeredMember),
    entityTag: entityTagFields.member,
    errors: [
      'admin.changed_meanwhile',
      'login.user_not_found',
      'admin.last_administrator',
      'admin.consent_required',
      ...changeErrors,
    ],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/resend-invitation': {
    summary: 'Resend an open or expired invitation',
    access: people,
    home: 'host',
    params: memberParams,
    answer: data(administeredMember),
    errors: ['login.user_not_found', 'admin.no_open_invitation', 'admin.beyond_own_rights'],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/request-reset': {
    summary:
      "Invalidate the password and all sessions of the person's account, and ask the person to set a new password by a code",
    access: people,
    home: 'host',
    params: memberParams,
    answer: 'none',
    errors: [
      'login.user_not_found',
      'admin.beyond_own_rights',
      'admin.account_of_another_tenant',
      'admin.account_without_contact',
    ],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/end-sessions': {
    summary: "End every session of the person's account; the keys of its devices stay registered",
    access: people,
    home: 'host',
    params: memberParams,
    answer: 'none',
    errors: ['login.user_not_found', 'admin.beyond_own_rights', 'admin.account_of_another_tenant'],
  },
  'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices': {
    summary: "The devices of the person's account",
    access: people,
    home: 'host',
    params: memberParams,
    query: z.strictObject(page),
    answer: list(z.object({ ...listedDevice, push: devicePush.nullable() })),
    errors: ['login.user_not_found', 'admin.account_of_another_tenant'],
  },
  'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw': {
    summary: 'Withdraw a lost device: ends its sessions and pushes, and rejects its use licences',
    access: people,
    home: 'host',
    params: memberParams.extend({ deviceID: id }),
    answer: 'none',
    errors: [
      'login.user_not_found',
      'login.device_not_found',
      'admin.beyond_own_rights',
      'admin.account_of_another_tenant',
    ],
  },
});
