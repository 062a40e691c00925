import type { ErrorCode } from '@sealflow/domain/errors';
import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import type { AccountSession, AuthFreshness, Member } from '../../../infra/http/access.port.ts';
import type { EntryKey } from '../../../infra/response-cache/entry-table.util.ts';
import { createInterner } from '../../../infra/response-cache/interner.util.ts';
import type { UnprovenToken, VerifiedClaims } from '../../../infra/tokens/tokens.util.ts';
import { selectActiveMemberships } from '../accounts.repository.ts';
import type { AccountsContext } from '../accounts.types.ts';
import { tokenOverlapMs } from '../sessions/session-expiry.usecases.ts';
import { endSessions, markFirstUse } from '../sessions/sessions.repository.ts';
import { admissionCacheKey, type CachedAdmission, toCacheEntry } from './admission-cache.usecases.ts';
import {
  type LoadMemberState,
  type MemberState,
  type PersonState,
  selectMemberState,
  selectPersonState,
  selectTokenState,
  type TokenState,
} from './authentication.repository.ts';

export type { AccountsContext } from '../accounts.types.ts';

/** Why a token is rejected, and the account and device of the token where they are known, for the audit record. */
export interface Rejection {
  code: ErrorCode;
  aid: string | null;
  deviceID: string | null;
}

export type AuthenticationResult<T> = ({ isAdmitted: true } & T) | ({ isAdmitted: false } & Rejection);

interface AdmittedSession {
  session: AccountSession;
  /** Until when the result may be cached unless something changes, in milliseconds since 1970; null: not cacheable. */
  until: number | null;
}

/** Authenticates a token and its session, always against the database. */
async function authenticateSession(
  context: AccountsContext,
  token: string | undefined,
): Promise<AuthenticationResult<AdmittedSession>> {
  const read = await readToken(context, token);
  if ('code' in read) return { isAdmitted: false, ...read };
  const state = await selectTokenState(context.pool, read.claims.jti);
  if (!read.isIssued(state?.mac) || !state) return unknownTokenRejection;
  return authenticateToken(context, read.claims, state);
}

/** Authenticates a token, and asserts that the account is an active member of the tenant with the right to sign in. */
export async function authenticateMember(
  context: AccountsContext,
  token: string | undefined,
  tid: string,
  loadMemberState: LoadMemberState = (requested) => selectMemberState(context.pool, requested),
): Promise<AuthenticationResult<AdmittedSession & { member: Member }>> {
  const read = await readToken(context, token);
  if ('code' in read) return { isAdmitted: false, ...read };
  const state = await loadMemberState({ jti: read.claims.jti, tid });
  if (!read.isIssued(state?.mac) || !state) return unknownTokenRejection;
  const authentication = await authenticateToken(context, read.claims, state);
  if (!authentication.isAdmitted) return authentication;
  const member = toMember(state, tid);
  if (typeof member === 'string')
    return createRejection(await membershipErrorCode(context, member, state), state);
  return { ...authentication, member };
}

/**
 * The session of a token.
 * @param freshness - `cached`: a cached admission is accepted as long as nothing that it depends on has changed.
 * @throws ServiceError where the token is rejected.
 */
export async function requireSession(
  context: AccountsContext,
  token: string | undefined,
  freshness: AuthFreshness = 'fresh',
): Promise<AccountSession> {
  const { session } = await requireAdmission(
    context,
    { key: admissionCacheKey(token), freshness },
    async () => {
      const authentication = await authenticateSession(context, token);
      return authentication.isAdmitted ? { ...authentication, member: null } : authentication;
    },
  );
  return session;
}

/**
 * The session of a token, and its member of a tenant.
 * @param options - `freshness`: see {@link requireSession}.
 * @throws ServiceError where the token is rejected, or gives no access to this tenant.
 */
export async function requireMember(
  context: AccountsContext,
  token: string | undefined,
  { tid, freshness = 'fresh' }: { tid: string; freshness?: AuthFreshness },
): Promise<{ session: AccountSession; member: Member; until: number | null }> {
  const key = admissionCacheKey(token, tid);
  // A batched lookup starts after the call, so that it is as fresh as one of its own.
  return requireAdmission(context, { key, freshness }, () =>
    authenticateMember(context, token, tid, context.loadMemberState),
  );
}

/**
 * The member for whom a trusted server acts, by the id in the tenant. The rights of the member here decide, as with a
 * token.
 * @throws ServiceError where the person may not act in the tenant.
 */
export async function requirePerson(
  { pool }: Pick<AccountsContext, 'pool'>,
  { tid, fid }: { tid: string; fid: string },
): Promise<{ aid: string; member: Member }> {
  const state = await selectPersonState(pool, { tid, fid });
  if (state?.account_state !== 'active') throw new ServiceError('login.tenant_access_denied');
  const member = toMember(state, tid);
  if (typeof member === 'string') throw new ServiceError(member);
  return { aid: state.aid, member };
}

async function requireAdmission<M extends Member | null>(
  { admissionCache }: AccountsContext,
  { key, freshness }: { key: EntryKey; freshness: AuthFreshness },
  authenticate: () => Promise<AuthenticationResult<AdmittedSession & { member: M }>>,
): Promise<{ session: AccountSession; member: M; until: number | null }> {
  const cache = freshness === 'cached' ? admissionCache : undefined;
  const cached = cache?.get(key);
  if (cached) return cached as CachedAdmission & { member: M };
  const authentication = cache
    ? await cache.read(key, authenticate, (result) =>
        result.isAdmitted && result.until !== null
          ? toCacheEntry({ session: result.session, member: result.member, until: result.until })
          : undefined,
      )
    : await authenticate();
  if (!authentication.isAdmitted) throw new ServiceError(authentication.code);
  const { session, member, until } = authentication;
  return { session, member, until };
}

/** The error for a person who has left this tenant and is an active member of another asks to switch to that one. */
async function membershipErrorCode(
  context: AccountsContext,
  code: ErrorCode,
  state: MemberState,
): Promise<ErrorCode> {
  if (code !== 'login.tenant_access_denied' || state.member_state !== 'ended') return code;
  const memberships = await selectActiveMemberships(context.db, state.aid);
  return memberships.length > 0 ? 'login.please_switch_to_actual_tenant' : code;
}

const unknownTokenRejection = {
  isAdmitted: false,
  code: 'login.signature_is_invalid',
  aid: null,
  deviceID: null,
} as const;

type Claims = Pick<VerifiedClaims, 'jti'> & { readonly exp?: unknown };

async function readToken(
  context: AccountsContext,
  token: string | undefined,
): Promise<UnprovenToken | Rejection> {
  try {
    return await context.tokens.read('sealflow', token);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, aid: null, deviceID: null };
    throw error;
  }
}

async function authenticateToken(
  context: AccountsContext,
  { jti, exp }: Claims,
  state: TokenState,
): Promise<AuthenticationResult<AdmittedSession>> {
  const errorCode = sessionEndErrorCode(state);
  if (errorCode) return createRejection(errorCode, state);
  const now = context.clock();
  if (state.successor_used_at && state.successor_used_at.getTime() + tokenOverlapMs < now) {
    // The token was used after its successor: two clients have tokens of this session, and one of them stole them.
    await endSessions(context.db, { sid: state.sid }, { reason: 'token_reused', at: new Date(now) });
    return createRejection('login.token_expired', state);
  }
  const isFirstUse = state.has_predecessor && !state.first_used_at;
  if (isFirstUse) await markFirstUse(context.db, jti, new Date(now));
  const { aid, sid, device_id, thumbprint } = state;
  const device = device_id !== null && thumbprint !== null ? { id: device_id, thumbprint } : null;
  const validUntil = state.successor_used_at
    ? state.successor_used_at.getTime() + tokenOverlapMs
    : Number.POSITIVE_INFINITY;
  const until = isFirstUse ? null : Math.min(validUntil, Number(exp) * 1000);
  return { isAdmitted: true, session: { aid, sid, jti, device }, until };
}

function sessionEndErrorCode(state: TokenState): ErrorCode | undefined {
  if (state.account_state === 'closed') return 'login.account_not_found';
  if (state.end_reason === 'password_changed') return 'login.user_password_changed';
  if (state.end_reason === 'device_withdrawn') return 'login.device_withdrawn';
  return state.end_reason === null ? undefined : 'login.token_expired';
}

const internRights = createInterner<readonly string[]>(JSON.stringify, 1000);
/** Most members of a tenant have the rights of one of few roles. The list is frozen, because members of all tenants share it. */
const shareRights = (list: string[]) => internRights(Object.freeze(list));

function toMember(state: PersonState, tid: string): Member | ErrorCode {
  const { fid, name, member_state, deny } = state;
  if (fid === null || name === null || deny === null || member_state !== 'active')
    return 'login.tenant_access_denied';
  if (!state.rights.includes(rights.signIn) || deny.includes(rights.signIn))
    return 'login.no_rights_or_no_roles';
  return { tid, fid, name, rights: shareRights(state.rights.toSorted()), deny: shareRights(deny) };
}

function createRejection(code: ErrorCode, state: TokenState): { isAdmitted: false } & Rejection {
  return { isAdmitted: false, code, aid: state.aid, deviceID: state.device_id };
}
