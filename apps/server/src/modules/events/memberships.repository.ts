import { rights } from '@sealflow/domain/roles';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { Membership } from './audience.usecases.ts';

/** Who accounts are in the tenants that they may sign in to now. */
export async function selectMemberships(
  db: DatabaseHandle,
  aids: readonly string[],
): Promise<Map<string, Membership[]>> {
  const { rows } = await sql<Membership & { aid: string }>`
    select m.aid, m.tid, m.fid from memberships m
    join tenants t on t.tid = m.tid
    where m.aid = any(${aids}::text[]) and m.state = 'active' and t.closed_at is null
      and not ${rights.signIn} = any(m.deny)
      and (${rights.signIn} = any(m.rights) or exists (
        select from membership_roles h join roles r on r.tid = h.tid and r.role_id = h.role_id
        where h.tid = m.tid and h.fid = m.fid and ${rights.signIn} = any(r.rights)
      ))`.execute(db);
  const found = new Map<string, Membership[]>(aids.map((aid) => [aid, []]));
  for (const { aid, tid, fid } of rows) found.get(aid)?.push({ tid, fid });
  return found;
}
