import type { DatabaseConnection } from '../../infra/database/index.ts';

export interface ForwardedMemberRow {
  aid: string;
  fid: string;
  name: string;
  member_state: 'active' | 'under_review' | 'ended';
  account_state: 'active' | 'closed';
  rights: string[];
  deny: string[];
}

// The membership is read as the gate reads it, but by the person's id, which host and tenant share.
const memberQuery = `
  select m.aid, m.fid, m.name, m.state as member_state, a.state as account_state, m.deny,
    array(
      select unnest(m.rights)
      union
      select unnest(r.rights) from membership_roles h
      join roles r on r.tid = h.tid and r.role_id = h.role_id
      where h.tid = m.tid and h.fid = m.fid
    ) as rights
  from memberships m
  join accounts a on a.aid = m.aid
  where m.tid = $1 and m.fid = $2`;

export async function selectForwardedMember(
  pool: DatabaseConnection['pool'],
  { tid, fid }: { tid: string; fid: string },
): Promise<ForwardedMemberRow | undefined> {
  const { rows } = await pool.query<ForwardedMemberRow>({
    name: 'forwarded_member',
    text: memberQuery,
    values: [tid, fid],
  });
  return rows[0];
}
