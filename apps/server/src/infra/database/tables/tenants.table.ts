import type { Generated } from 'kysely';

export type SecondFactor = 'none' | 'new_devices' | 'always';

/** Whether the app draws exact pages; `preload`: the app fetches their engine after the sign-in, without a question. */
export type ExactPagesMode = 'off' | 'ask' | 'preload';

interface TenantsTable {
  tid: string;
  name: string;
  logo: string | null;
  /** The URL of the tenant's own server; null if this service stores its data. */
  service_api: string | null;
  service_version: string;
  /** Unique and never changed; the part of every `kid` before its first dot. */
  licence_key_id: string;
  /** Namespace of the policy attributes; null: `{tid}.<service host name>`. */
  namespace: string | null;
  /** Whether third-party clients without a registered device may request use licences. */
  other_clients_allowed: Generated<boolean>;
  /** Whether this service stores its data while it has no own server. */
  is_local: Generated<boolean>;
  /** When members need both a password and a code to sign in. */
  second_factor: Generated<SecondFactor>;
  exact_pages: Generated<ExactPagesMode>;
  /** Whether the service makes PDFs of office documents for devices that cannot draw them. */
  renditions: Generated<boolean>;
  /** Whether the app indexes the text of documents on the device. */
  full_text_search: Generated<boolean>;
  /** The highest level of a classification whose documents may be printed; null: no printing. */
  printing_max_level: Generated<number | null>;
  /** Whether administrators see the waiting time of each person. */
  insight_on_people: Generated<boolean>;
  /** For how many days messages are kept; null: as long as the deployment keeps them. */
  message_days: Generated<number | null>;
  /** The same for applications, from their end. */
  application_days: Generated<number | null>;
  /** Whether ended applications are archived before they are deleted. */
  archive_applications: Generated<boolean>;
  closed_at: Date | null;
  /** When all its data was deleted. The id stays reserved, because its audit chain refers to it. */
  deleted_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface OrganisationsTable {
  tid: string;
  org_id: string;
  name: string;
  /** A member that leads the department. A trigger clears it when the membership ends. */
  head_fid: Generated<string | null>;
}

interface RolesTable {
  tid: string;
  role_id: string;
  name: string;
  rights: Generated<string[]>;
}

export type MembershipState = 'invited' | 'active' | 'suspended' | 'ended';

/** A member of a tenant: an account with a tenant-specific name. */
interface MembershipsTable {
  tid: string;
  fid: string;
  /** Null for an invitation that is not accepted. */
  aid: string | null;
  name: string;
  org_id: string | null;
  /** Only `active` grants rights. */
  state: Generated<MembershipState>;
  /** The state before the tenant was closed, which ends every membership. */
  state_before_close: Exclude<MembershipState, 'ended'> | null;
  /** Rights in addition to those of the roles. */
  rights: Generated<string[]>;
  /** Denied rights; they override all granted ones. */
  deny: Generated<string[]>;
  /** The key of the person in the organisation's own systems, by which imports find the member. */
  staff_id: Generated<string | null>;
  created_at: Generated<Date>;
}

/** Invitations to become a member of a tenant. */
interface InvitationsTable {
  tid: string;
  fid: string;
  /** Changes with each sending; the invited person accepts or declines by this id. */
  invitation_id: string;
  /** Identifiers that the administrator entered: a user name, or contacts. */
  username: string | null;
  mobile_no: string | null;
  email: string | null;
  /** The account with the user name, or the one that the tenant created with the membership. */
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

/** The last sign-in of each member. A trigger inserts the row with the membership. */
interface MemberSignInsTable {
  tid: string;
  fid: string;
  /** Null unless the tenant manages the account of the member. */
  last_at: Date | null;
}

/** Ids of deleted members, which are never reassigned. */
interface RetiredMembersTable {
  tid: string;
  /** Digest of tid and fid, so that the table contains no personal data. */
  digest: Buffer;
}

export interface TenantTables {
  tenants: TenantsTable;
  organisations: OrganisationsTable;
  roles: RolesTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  membership_roles: MembershipRolesTable;
  member_sign_ins: MemberSignInsTable;
  retired_members: RetiredMembersTable;
}
