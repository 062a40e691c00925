import type { ErrorCode } from '@sealflow/domain/errors';
import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Member } from '../../infra/http/access.port.ts';
import type { AccountsContext } from './accounts.port.ts';
import { type MemberState, selectMemberState, selectTokenState, type TokenState } from './gate.repository.ts';
import { endSessions, markFirstUse } from './sessions.repository.ts';

export type { AccountsContext } from './accounts.port.ts';

/** How long a token stays good once its successor was used: for an answer that was lost, and for other tabs. */
const overlap = 60_000;

/** Why a token is not let in, and what is known of whose it was, for the record. */
export interface Refusal {
  code: ErrorCode;
  aid: string | null;
  deviceID: string | null;
}

export type Examined<T> = ({ admitted: true } & T) | ({ admitted: false } & Refusal);

/** Whose token this is, and whether its session still lives. */
export async function examineSession(
  context: AccountsContext,
  token: string | undefined,
): Promise<Examined<{ session: AccountSession }>> {
  const claims = readClaims(context, token);
  if ('code' in claims) return { admitted: false, ...claims };
  const state = await selectTokenState(context.pool, claims.jti);
  return state ? admit(context, claims.jti, state) : unknownToken;
}

/** The same, and whether the account is an active member of the tenant that may sign in. */
export async function examineMember(
  context: AccountsContext,
  token: string | undefined,
  tid: string,
): Promise<Examined<{ session: AccountSession; member: Member }>> {
  const claims = readClaims(context, token);
  if ('code' in claims) return { admitted: false, ...claims };
  const state = await selectMemberState(context.pool, { jti: claims.jti, tid });
  if (!state) return unknownToken;
  const examined = await admit(context, claims.jti, state);
  if (!examined.admitted) return examined;
  const member = memberOf(state, tid);
  if (typeof member === 'string') return refusal(member, state);
  return { ...examined, member };
}

/** @throws ServiceError where the token is not let in. */
export async function requireSession(
  context: AccountsContext,
  token: string | undefined,
): Promise<AccountSession> {
  const examined = await examineSession(context, token);
  if (!examined.admitted) throw new ServiceError(examined.code);
  return examined.session;
}

/** @throws ServiceError where the token is not let in, or not to this tenant. */
export async function requireMember(
  context: AccountsContext,
  token: string | undefined,
  tid: string,
): Promise<{ session: AccountSession; member: Member }> {
  const examined = await examineMember(context, token, tid);
  if (!examined.admitted) throw new ServiceError(examined.code);
  return { session: examined.session, member: examined.member };
}

const unknownToken = {
  admitted: false,
  code: 'login.signature_is_invalid',
  aid: null,
  deviceID: null,
} as const;

function readClaims(context: AccountsContext, token: string | undefined): { jti: string } | Refusal {
  try {
    return context.tokens.verify('sealflow', token);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, aid: null, deviceID: null };
    throw error;
  }
}

async function admit(
  context: AccountsContext,
  jti: string,
  state: TokenState,
): Promise<Examined<{ session: AccountSession }>> {
  const ended = endOf(state);
  if (ended) return refusal(ended, state);
  const now = context.clock();
  if (state.successor_used_at && state.successor_used_at.getTime() + overlap < now) {
    // Two hold this session's tokens, and one of them is a thief.
    await endSessions(context.db, { sid: state.sid }, { reason: 'token_reused', at: new Date(now) });
    return refusal('login.token_expired', state);
  }
  if (state.has_predecessor && !state.first_used_at) await markFirstUse(context.db, jti, new Date(now));
  const { aid, sid, device_id, thumbprint } = state;
  const device = device_id !== null && thumbprint !== null ? { id: device_id, thumbprint } : null;
  return { admitted: true, session: { aid, sid, jti, device } };
}

function endOf(state: TokenState): ErrorCode | undefined {
  if (state.account_state === 'closed') return 'login.account_not_found';
  if (state.end_reason === 'password_changed') return 'login.user_password_changed';
  if (state.end_reason === 'device_withdrawn') return 'login.device_withdrawn';
  return state.end_reason === null ? undefined : 'login.token_expired';
}

function memberOf(state: MemberState, tid: string): Member | ErrorCode {
  const { fid, name, member_state, deny } = state;
  if (fid === null || name === null || deny === null || member_state !== 'active')
    return 'login.tenant_access_denied';
  if (!state.rights.includes(rights.signIn) || deny.includes(rights.signIn))
    return 'login.no_rights_or_no_roles';
  return { tid, fid, name, rights: state.rights.toSorted(), deny };
}

function refusal(code: ErrorCode, state: TokenState): { admitted: false } & Refusal {
  return { admitted: false, code, aid: state.aid, deviceID: state.device_id };
}
