import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { DatabaseError } from './database.errors.ts';
import { migrations as releasedMigrations } from './migrations/index.ts';

/** The last migration of this release. A node reports it, so that others know what it can read. */
export const latestMigration = Object.keys(releasedMigrations).at(-1) ?? '';

/**
 * Runs all missing migrations in one transaction. Nodes that start together wait for each other on an advisory lock, so the
 * connections of the handle must have no statement timeout.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseError `database.newer_than_service` if a later release has changed the schema, else
 *   `database.migration_failed`.
 */
export async function migrate<Tables>(
  handle: Kysely<Tables>,
  migrations: Record<string, Migration> = releasedMigrations,
): Promise<string[]> {
  const migrator = new Migrator({ db: handle, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw await toMigrationError(handle, migrations, error);
  return results.map((result) => result.migrationName);
}

async function toMigrationError<Tables>(
  handle: Kysely<Tables>,
  migrations: Record<string, Migration>,
  error: unknown,
): Promise<DatabaseError> {
  const executed = await executedMigrations(handle).catch(() => []);
  const unknown = executed.filter((name) => !(name in migrations));
  return unknown.length > 0
    ? newerSchemaError(unknown, error)
    : new DatabaseError('database.migration_failed', 'the database could not be migrated', error);
}

const newerSchemaError = (unknown: readonly string[], cause?: unknown) =>
  new DatabaseError(
    'database.newer_than_service',
    `the database was migrated by a later release (${unknown.join(', ')}): start that release or a later one`,
    cause,
  );

async function executedMigrations<Tables>(handle: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}
  `.execute(handle);
  return rows.map((row) => row.name);
}

/**
 * Asserts that the schema is that of this release. Commands never migrate; only the start of the service does.
 *
 * @param mayBeOlder - whether the schema of an older release is accepted.
 * @throws DatabaseError `database.not_founded` if the database is empty, `database.older_than_service`,
 *   `database.newer_than_service`.
 */
export async function assertMigrated<Tables>(
  handle: Kysely<Tables>,
  { mayBeOlder }: { mayBeOlder: boolean },
): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as known
  `.execute(handle);
  const executed = new Set(rows[0]?.known ? await executedMigrations(handle) : []);
  if (executed.size === 0) {
    throw new DatabaseError(
      'database.not_founded',
      'the database of DATABASE_URL is empty: set DATABASE_URL as the service has it, or start the service first',
    );
  }
  const unknown = [...executed].filter((name) => !(name in releasedMigrations));
  if (unknown.length > 0) throw newerSchemaError(unknown);
  const missing = Object.keys(releasedMigrations).filter((name) => !executed.has(name));
  if (missing.length === 0 || mayBeOlder) return;
  throw new DatabaseError(
    'database.older_than_service',
    `the database belongs to an older release (migrations ${missing.join(', ')} are missing): start the service of this release first, or use the older release`,
  );
}
