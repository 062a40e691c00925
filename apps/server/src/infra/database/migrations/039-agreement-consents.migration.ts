import { type Kysely, sql } from 'kysely';

/** Adds drafts of agreements, versions that ask everybody to agree again, and who agreed to which version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table agreement_versions add column asks_again boolean not null default false;
    create table agreement_drafts (
      agreement text primary key check (agreement in ('eula', 'privacy-policy')),
      version text not null,
      zh_title text not null,
      zh_text text not null,
      en_title text not null,
      en_text text not null,
      asks_again boolean not null,
      saved_at timestamptz not null,
      saved_by text not null
    );
    create table agreement_consents (
      agreement text not null,
      version text not null,
      aid text not null references accounts,
      agreed_at timestamptz not null,
      primary key (agreement, version, aid),
      foreign key (agreement, version) references agreement_versions
    );
    create index agreement_consents_account on agreement_consents (aid);
  `.execute(db);
}
