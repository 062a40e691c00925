import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** The cumulative use and writes of a PostgreSQL server. */
export interface DatabaseCost {
  /** Processor seconds of all its processes, including ended ones. */
  readonly cpu: number;
  readonly statements: number;
  readonly walBytes: number;
  readonly rowsWritten: number;
  /** Sequential scans by table. Their cost grows with the table. */
  readonly rowsScanned: Readonly<Record<string, number>>;
  /** Rows found by indexes. */
  readonly rowsFound: number;
  /** The size of the database with its indexes. */
  readonly bytes: number;
  readonly connections: number;
}

/** The extension that counts statements, loaded at the start. */
export const countStatements = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=10000',
];

interface Watched {
  readonly url: string;
  /** The first process of the server. */
  readonly pid: number;
}

/** Reads the cumulative cost of a database. The difference of two readings is the cost between them. */
export async function watchDatabase({ url, pid }: Watched) {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  client.on('error', () => {});
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements').catch(() => {});
  const areCounted = await client.query('select from pg_stat_statements limit 1').then(
    () => true,
    () => false,
  );
  const statements = areCounted
    ? `(select coalesce(sum(calls), 0)::float8 from pg_stat_statements where query !~ 'wal_insert_lsn|as open')`
    : 'null::float8';
  return {
    async read(): Promise<DatabaseCost> {
      const { rows } = await client.query<Omit<DatabaseCost, 'cpu'>>(`
        select ${statements} as statements, (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
          (select (tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database
            where datname = current_database()) as "rowsWritten",
          (select json_object_agg(relname, seq_tup_read) from pg_stat_user_tables where schemaname = 'public')
            as "rowsScanned",
          (select coalesce(sum(idx_tup_fetch), 0)::float8 from pg_stat_user_tables where schemaname = 'public')
            as "rowsFound",
          pg_database_size(current_database())::float8 as bytes,
          (select count(*)::integer from pg_stat_activity
            where datname = current_database() and application_name like 'sealflow%') as connections`);
      const [row] = rows;
      if (!row) throw new Error('the database says nothing of itself');
      return { ...row, cpu: cpuOfTree(pid) };
    },
    end: () => client.end(),
  };
}

export type DatabaseWatch = Awaited<ReturnType<typeof watchDatabase>>;

/** Ticks of `/proc/PID/stat`: own time and that of ended children. */
function ticksOf(pid: string): { parent: string; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return { parent: fields[1] ?? '', own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

function cpuOfTree(root: number): number {
  const own = ticksOf(String(root));
  let ticks = (own?.own ?? 0) + (own?.ended ?? 0);
  for (const pid of readdirSync('/proc')) {
    const found = /^\d+$/.test(pid) ? ticksOf(pid) : undefined;
    if (found?.parent === String(root)) ticks += found.own;
  }
  return ticks / 100;
}
