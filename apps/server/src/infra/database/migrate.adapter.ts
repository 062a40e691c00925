import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { DatabaseError } from './database.errors.ts';
import { migrations as releasedMigrations } from './migrations/index.ts';

/**
 * Brings the schema to the newest state, all missing steps in one transaction. Nodes that start together wait for
 * each other on an advisory lock, so the handle's connections must have no statement timeout.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseError `database.newer_than_service` where a later release already changed the schema.
 */
export async function migrate<Tables>(
  handle: Kysely<Tables>,
  migrations: Record<string, Migration> = releasedMigrations,
): Promise<string[]> {
  const migrator = new Migrator({ db: handle, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw await explain(handle, migrations, error);
  return results.map((result) => result.migrationName);
}

async function explain<Tables>(
  handle: Kysely<Tables>,
  migrations: Record<string, Migration>,
  error: unknown,
): Promise<DatabaseError> {
  const executed = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(handle)
    .then(({ rows }) => rows.map((row) => row.name))
    .catch(() => []);
  const unknown = executed.filter((name) => !(name in migrations));
  return unknown.length > 0
    ? new DatabaseError(
        'database.newer_than_service',
        `the database was changed by a later release (${unknown.join(', ')}): start that release or a later one`,
        error,
      )
    : new DatabaseError('database.migration_failed', 'the database could not be migrated', error);
}
