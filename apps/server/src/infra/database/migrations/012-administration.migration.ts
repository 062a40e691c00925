import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants
      add column is_local boolean not null default true,
      add column closed_at timestamptz;
    alter table memberships
      add column state_before_close text check (state_before_close in ('active', 'under_review'));
    alter table accounts
      add column password_until timestamptz,
      add column password_used_at timestamptz;
    alter table operator_credentials add column label text;
    create index documents_created on documents (tid, created_at desc, document_id);
    create index membership_roles_role on membership_roles (tid, role_id);
    create index memberships_org on memberships (tid, org_id) where org_id is not null;
  `.execute(db);
}
