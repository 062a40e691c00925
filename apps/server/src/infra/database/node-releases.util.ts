import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the release of every node knows a migration, so that rows may have a form that earlier releases do not read. Earlier releases
 * do not start after the migration. One that started before it is registered within the minute in which nodes are too young here.
 * @param migration - its number, or its name.
 */
export function isKnownToAllNodes(migration: string): RawBuilder<boolean> {
  return sql`(select coalesce(bool_and(
    coalesce(migration, '') >= ${sql.lit(migration)} and started_at < now() - interval '1 minute'
  ), false) from nodes)`;
}
