import { Client } from 'pg';

/** Definitions of everything that migrations create, one line each, sorted. */
const statement = `
  select line from (
    select format('column %s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) line
      from information_schema.columns
    union all select format('index %s', indexdef) from pg_indexes where schemaname = current_schema()
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = current_schema()::regnamespace
    union all select format('function %s %s', proname, prosrc)
      from pg_proc where pronamespace = current_schema()::regnamespace
    union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  ) lines
  where line not like 'column pg_catalog.%' and line not like 'column information_schema.%' and line not like '%pgboss%'
  order by line`;

/**
 * Reads the schema of a database without the tables of the job queue, which its library creates.
 *
 * Comments inside functions are left out: they have no effect.
 */
export async function readSchema(connectionString: string): Promise<readonly string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(statement);
    return rows.map(({ line }) =>
      line
        .replaceAll(/--[^\n]*/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  } finally {
    await client.end();
  }
}
