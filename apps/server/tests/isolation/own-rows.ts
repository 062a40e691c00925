import type { Pool } from 'pg';

/** Tables that every request may change: audited refusals, counters and used tokens. */
const written = new Set([
  'audit_records',
  'audit_pending',
  'audit_pending_start',
  'audit_linked',
  'audit_links',
  'audit_checkpoints',
  'audit_refusals',
  'session_tokens',
  'proof_uses',
  'recent_proof_uses',
  'recent_proof_uses_start',
]);

/**
 * The rows of a tenant in all tables: those with its ID, those that reference such a row, and the accounts without
 * another tenant, with all their rows.
 */
export class OwnRows {
  readonly #pool: Pool;
  readonly #tid: string;
  readonly #queries: ReadonlyMap<string, string>;
  /** Every text of these rows that no other row contains. */
  readonly texts: readonly string[];

  private constructor(of: {
    pool: Pool;
    tid: string;
    queries: ReadonlyMap<string, string>;
    texts: string[];
  }) {
    this.#pool = of.pool;
    this.#tid = of.tid;
    this.#queries = of.queries;
    this.texts = of.texts;
  }

  static async of(pool: Pool, tid: string): Promise<OwnRows> {
    const queries = await queriesOf(pool);
    const [own, others] = [new Set<string>(), new Set<string>()];
    for (const [table, query] of queries) {
      const { rows } = await pool.query<{ row: object; own: boolean }>(
        `select to_jsonb(t) as row, (${query}) is true as own from "${table}" t`,
        [tid],
      );
      for (const { row, own: isOwn } of rows) collect(row, isOwn ? own : others);
    }
    // A text that is also part of another tenant's text does not identify a leak.
    const textsOfOthers = [...others].join('\n');
    return new OwnRows({
      pool,
      tid,
      queries,
      texts: [...own].filter((text) => !textsOfOthers.includes(text)),
    });
  }

  /** Row count and digest of each table. */
  async digests(): Promise<Record<string, string>> {
    const digests: Record<string, string> = {};
    for (const [table, query] of this.#queries) {
      if (written.has(table)) continue;
      const { rows } = await this.#pool.query<{ count: string; digest: string }>(
        `select count(*), md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text), '')) as digest
         from "${table}" t where ${query}`,
        [this.#tid],
      );
      digests[table] = `${rows[0]?.count} ${rows[0]?.digest}`;
    }
    return digests;
  }
}

/** Condition that matches no row but uses the tenant parameter. */
const none = '$1::text is null';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  /** The referenced column, or the expression of an id that several columns make. */
  readonly key: string;
}

const messageID = `coalesce(message_id, session_id || '.' || sequence)`;

/** References that the database does not check. */
const uncheckedReferences: readonly Reference[] = [
  { table: 'session_tokens', column: 'sid', to: 'sessions', key: 'sid' },
  { table: 'messages', column: 'session_id', to: 'message_channels', key: 'session_id' },
  { table: 'message_fanout', column: 'message_id', to: 'messages', key: messageID },
  { table: 'push_deliveries', column: 'message_id', to: 'messages', key: messageID },
];

/** Conditions that select the rows of the tenant in each table, by column or by reference. */
async function queriesOf(pool: Pool): Promise<Map<string, string>> {
  const { rows: columns } = await pool.query<{ table: string; hasTid: boolean }>(
    `select c.relname as table, exists (
       select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tid' and not a.attisdropped
     ) as "hasTid"
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace`,
  );
  const { rows: checkedReferences } = await pool.query<Reference>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to,
       quote_ident(k.attname) as key
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1`,
  );
  const alone = `(select aid from memberships group by aid having count(*) = count(*) filter (where tid = $1))`;
  const queries = new Map(columns.map(({ table, hasTid }) => [table, hasTid ? 't.tid = $1' : none]));
  queries.set('accounts', `t.aid in ${alone}`);
  // Two rounds cover indirect references.
  for (let round = 0; round < 2; round += 1) {
    for (const { table, column, to, key } of [...checkedReferences, ...uncheckedReferences]) {
      const [mine, target] = [queries.get(table), queries.get(to)];
      if (mine === undefined || target === undefined || target === none || table === to) continue;
      if (mine.includes(`"${to}" `) || columns.some((one) => one.table === table && one.hasTid)) continue;
      const rows = `select ${key} from "${to}" t where ${target}`;
      queries.set(table, `${mine} or t."${column}" in (${rows})`);
    }
  }
  return queries;
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (isTelling(value)) into.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collect(one, into);
  }
}

/** Excludes short texts, keywords, times and binary data, which can occur in other responses by chance. */
const isTelling = (text: string) => text.length >= 6 && !/^[a-z_.]+$|^\d{4}-\d\d-\d\dT|^\\x/.test(text);
