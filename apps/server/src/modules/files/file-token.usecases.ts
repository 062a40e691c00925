import type { Clock } from '../../infra/clock/clock.port.ts';
import type { DatabaseConnection, DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, FileBearer, Member } from '../../infra/http/access.port.ts';
import type { Tokens } from '../../infra/tokens/tokens.util.ts';
import { selectBearer } from './file-token.repository.ts';

const fileTokenLifetimeMs = 30 * 60_000;

export interface FileTokenContext {
  db: DatabaseHandle;
  pool: DatabaseConnection['pool'];
  tokens: Tokens;
  clock: Clock;
}

/** Issues a token for the file service: valid for one tenant, for half an hour, while the session is active. */
export function issueFileToken(
  { tokens, clock }: FileTokenContext,
  { session, member }: { session: AccountSession; member: Member },
): { token: string; expire: number } {
  const issuedAt = Math.floor(clock() / 1000) * 1000;
  const expire = issuedAt + fileTokenLifetimeMs;
  const more = { sid: session.sid, tid: member.tid, fid: member.fid };
  const token = tokens.sign('sealflow-files', {
    sub: session.aid,
    jti: session.jti,
    issuedAt,
    expireAt: expire,
    more,
  });
  return { token, expire };
}

/** @throws ServiceError if the token is invalid, the session has ended or the person has left the tenant. */
export async function requireFileBearer(
  { pool, tokens }: Pick<FileTokenContext, 'pool' | 'tokens'>,
  token: string | undefined,
): Promise<FileBearer> {
  const claims = await tokens.verify('sealflow-files', token);
  const { sub: aid } = claims;
  const [tid, fid, sid] = [String(claims['tid']), String(claims['fid']), String(claims['sid'])];
  const bearer = await selectBearer(pool, { sid, aid, tid, fid });
  if (!bearer?.is_live) throw new ServiceError('login.token_expired');
  if (!bearer.is_member) throw new ServiceError('login.tenant_access_denied');
  return { aid, tid, fid };
}
