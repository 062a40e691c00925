import { type Kysely, sql } from 'kysely';

/** Indexes for the orders of the lists of documents and devices of a tenant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index documents_size on documents (tid, size, document_id);
    create index documents_classification on documents (tid, classification_id, created_at, document_id)
      where classification_id is not null;
  `.execute(db);
  await noteManagers(db);
}

/**
 * The tenant that manages the account of a device, so that the devices of a tenant have an index. Triggers maintain it, so that
 * nodes of the previous release do too. The lock of the account delays a change of its tenant until the device is visible.
 */
async function noteManagers(db: Kysely<unknown>): Promise<void> {
  await sql`
    lock table devices in share row exclusive mode;
    alter table devices add column managed_by text;
    create function note_device_manager() returns trigger language plpgsql as $$
    begin
      select managed_by into new.managed_by from accounts where aid = new.aid for no key update;
      return new;
    end $$;
    create trigger devices_manager before insert on devices for each row execute function note_device_manager();
    create function change_device_manager() returns trigger language plpgsql as $$
    begin
      update devices set managed_by = new.managed_by where aid = new.aid;
      return null;
    end $$;
    create trigger accounts_device_manager after update of managed_by on accounts for each row
      when (old.managed_by is distinct from new.managed_by) execute function change_device_manager();
    update devices set managed_by = accounts.managed_by from accounts
      where accounts.aid = devices.aid and accounts.managed_by is not null;
    create index devices_last_seen on devices (managed_by, last_seen_at, device_id, aid) where managed_by is not null;
    create index devices_created on devices (managed_by, created_at, device_id, aid) where managed_by is not null;
  `.execute(db);
}
