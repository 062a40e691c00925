import { rights } from '@sealflow/domain/roles';
import type { DatabaseConnection } from '../../infra/database/index.ts';

// Every range request runs this query, so it is one prepared statement. A session ends with the withdrawal of its
// device. Members without the right to sign in may not read files either, even if their token has not expired.
const bearerQuery = `
  select
    s.ended_at is null and a.state = 'active' as is_live,
    coalesce(m.state = 'active' and not $5 = any(m.deny) and ($5 = any(m.rights) or exists (
      select from membership_roles h join roles r on r.tid = h.tid and r.role_id = h.role_id
      where h.tid = m.tid and h.fid = m.fid and $5 = any(r.rights)
    )), false) as is_member
  from sessions s
  join accounts a on a.aid = s.aid
  left join memberships m on m.tid = $3 and m.fid = $4 and m.aid = s.aid
  where s.sid = $1 and s.aid = $2`;

/**
 * Whether a session is active, and whether its account is an active member of the tenant with the right to sign in.
 */
export async function selectBearer(
  pool: DatabaseConnection['pool'],
  { sid, aid, tid, fid }: { sid: string; aid: string; tid: string; fid: string },
): Promise<{ is_live: boolean; is_member: boolean } | undefined> {
  const { rows } = await pool.query<{ is_live: boolean; is_member: boolean }>({
    name: 'gate_file',
    text: bearerQuery,
    values: [sid, aid, tid, fid, rights.signIn],
  });
  return rows[0];
}
