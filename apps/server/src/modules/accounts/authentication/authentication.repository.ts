import { createBatchLoader, pollBatchIntervalMs } from '../../../infra/database/batch-loader.util.ts';
import type { DatabaseConnection } from '../../../infra/database/index.ts';
import type { MembershipState } from '../../../infra/database/tables/tenants.table.ts';
import type { SessionEnd } from '../sessions/sessions.repository.ts';

type Pool = DatabaseConnection['pool'];

/** The state that decides whether a token is accepted. One query reads it, because every call needs it. */
export interface TokenState {
  sid: string;
  aid: string;
  device_id: string | null;
  thumbprint: string | null;
  /** The MAC of the token; null for a token of an older release. */
  mac: Buffer | null;
  end_reason: SessionEnd | null;
  account_state: 'active' | 'closed';
  has_predecessor: boolean;
  first_used_at: Date | null;
  successor_used_at: Date | null;
}

/** The state that decides whether a person may act in a tenant; null where the account has no membership there. */
export interface PersonState {
  aid: string;
  account_state: 'active' | 'closed';
  fid: string | null;
  name: string | null;
  member_state: MembershipState | null;
  rights: string[];
  deny: string[] | null;
}

export type MemberState = TokenState & PersonState;

const tokenColumns = `
  s.sid, s.aid, s.device_id, s.thumbprint, s.end_reason, a.state as account_state,
  t.mac, t.predecessor is not null as has_predecessor, t.first_used_at, next.first_used_at as successor_used_at`;

const tokenTables = `
  from session_tokens t
  join sessions s on s.sid = t.sid
  join accounts a on a.aid = s.aid
  left join session_tokens next on next.predecessor = t.jti`;

const tokenQuery = `select ${tokenColumns} ${tokenTables} where t.jti = $1`;

// Joins the membership instead of using the tenants module: a second query would double the cost of each call.
const personColumns = `
  m.fid, m.name, m.state as member_state, m.deny,
  array(
    select unnest(m.rights)
    union
    select unnest(r.rights) from membership_roles h
    join roles r on r.tid = h.tid and r.role_id = h.role_id
    where h.tid = m.tid and h.fid = m.fid
  ) as rights`;

const memberQuery = `
  select ${tokenColumns}, ${personColumns}
  ${tokenTables}
  left join memberships m on m.tid = $2 and m.aid = s.aid
  where t.jti = $1`;

export async function selectTokenState(pool: Pool, jti: string): Promise<TokenState | undefined> {
  const { rows } = await pool.query<TokenState>({ name: 'gate_token', text: tokenQuery, values: [jti] });
  return rows[0];
}

export async function selectMemberState(
  pool: Pool,
  { jti, tid }: { jti: string; tid: string },
): Promise<MemberState | undefined> {
  const { rows } = await pool.query<MemberState>({
    name: 'gate_member',
    text: memberQuery,
    values: [jti, tid],
  });
  return rows[0];
}

/**
 * One JSON parameter: for arrays PostgreSQL makes a plan for each call, because it counts their elements. The limit keeps the lookup of
 * each row apart, by the indexes; a join of all rows would scan the tokens.
 */
const membersQuery = `
  select state.*, requested.position
  from json_to_recordset($1::json) as requested (position integer, jti text, tid text)
  cross join lateral (
    select ${tokenColumns}, ${personColumns}
    from session_tokens t
    join sessions s on s.sid = t.sid
    join accounts a on a.aid = s.aid
    left join session_tokens next on next.predecessor = t.jti
    left join memberships m on m.tid = requested.tid and m.aid = s.aid
    where t.jti = requested.jti
    limit 1
  ) as state`;

/** Batches concurrent lookups into few queries: within a minute after the start of a node every client needs one. */
export function createMemberStateLoader(pool: Pool): LoadMemberState {
  return createBatchLoader(async (requested: readonly { jti: string; tid: string }[]) => {
    const { rows } = await pool.query<MemberState & { position: number }>({
      name: 'gate_members',
      text: membersQuery,
      values: [JSON.stringify(requested.map(({ jti, tid }, position) => ({ position, jti, tid })))],
    });
    const states = new Map(rows.map((row) => [row.position, row]));
    return requested.map((_, position) => states.get(position));
  }, pollBatchIntervalMs);
}

export type LoadMemberState = (requested: { jti: string; tid: string }) => Promise<MemberState | undefined>;

const personQuery = `
  select m.aid, a.state as account_state, ${personColumns}
  from memberships m
  join accounts a on a.aid = m.aid
  where m.tid = $1 and m.fid = $2`;

/** The state of a person by the id in the tenant, without a token. */
export async function selectPersonState(
  pool: Pool,
  { tid, fid }: { tid: string; fid: string },
): Promise<PersonState | undefined> {
  const { rows } = await pool.query<PersonState>({
    name: 'gate_person',
    text: personQuery,
    values: [tid, fid],
  });
  return rows[0];
}
