import type { Generated } from 'kysely';

export type SecondFactor = 'none' | 'new_devices' | 'always';

interface TenantsTable {
  tid: string;
  name: string;
  logo: string | null;
  /** The tenant's own server; null where this service holds its data. */
  service_api: string | null;
  service_version: string;
  /** Stable for the tenant's life and unique across tenants; the part of every `kid` before its first dot. */
  licence_key_id: string;
  /** Of the policy attributes; null for `{tid}.<service host name>`. */
  namespace: string | null;
  /** Whether clients of another make, without a registered device, may ask for use licences. */
  other_clients_allowed: Generated<boolean>;
  /** Whether its data lies in this service, as long as it has no server of its own. */
  is_local: Generated<boolean>;
  /** When its people show both a password and a code to sign in. */
  second_factor: Generated<SecondFactor>;
  closed_at: Date | null;
  /** When all its data was deleted: its id stays taken, for its chain of records goes by it. */
  deleted_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface OrganisationsTable {
  tid: string;
  org_id: string;
  name: string;
}

interface RolesTable {
  tid: string;
  role_id: string;
  name: string;
  rights: Generated<string[]>;
}

export type MembershipState = 'invited' | 'active' | 'suspended' | 'ended';

/** A person of a tenant: an account under a name of its own there. */
interface MembershipsTable {
  tid: string;
  fid: string;
  /** Null for an invitation that nobody has accepted. */
  aid: string | null;
  name: string;
  org_id: string | null;
  /** Only `active` grants rights. */
  state: Generated<MembershipState>;
  /** What `state` was when the tenant was closed, which ends every membership. */
  state_before_close: Exclude<MembershipState, 'ended'> | null;
  /** Beside those of the roles. */
  rights: Generated<string[]>;
  /** Taken away again, whoever gives them. */
  deny: Generated<string[]>;
  created_at: Generated<Date>;
}

/** Whom a tenant asked to become one of its people. */
interface InvitationsTable {
  tid: string;
  fid: string;
  /** Of the last time that it was sent; named by who accepts or declines. */
  invitation_id: string;
  /** As the administrator named the person: a user name, or contacts. */
  username: string | null;
  mobile_no: string | null;
  email: string | null;
  /** The account that had the user name, or that the tenant created with the membership. */
  aid: string | null;
  /** Whether the tenant created the account together with the membership. */
  with_account: boolean;
  sent_at: Date;
  expire_at: Date;
  /** Null while the membership is invited. */
  outcome: 'accepted' | 'declined' | 'withdrawn' | null;
}

interface MembershipRolesTable {
  tid: string;
  fid: string;
  role_id: string;
}

/** The ids of deleted members, which are never assigned again. */
interface RetiredMembersTable {
  tid: string;
  /** Of the tenant's and the member's id: the table names nobody. */
  digest: Buffer;
}

export interface TenantTables {
  tenants: TenantsTable;
  organisations: OrganisationsTable;
  roles: RolesTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  membership_roles: MembershipRolesTable;
  retired_members: RetiredMembersTable;
}
