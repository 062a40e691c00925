import type { ErrorCode } from '@sealflow/domain/errors';
import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { AccountSession, Admission, Member } from '../../infra/http/access.port.ts';
import type { VerifiedClaims } from '../../infra/tokens/tokens.adapter.ts';
import type { AccountsContext } from './accounts.port.ts';
import { selectActivePlaces } from './accounts.repository.ts';
import {
  type AskMemberState,
  type MemberState,
  type PersonState,
  selectMemberState,
  selectPersonState,
  selectTokenState,
  type TokenState,
} from './gate.repository.ts';
import { admissionKey, type KeptAdmission, keptAdmission } from './gate-cache.usecases.ts';
import { overlap } from './session-ends.usecases.ts';
import { endSessions, markFirstUse } from './sessions.repository.ts';

export type { AccountsContext } from './accounts.port.ts';

/** Why a token is rejected, and the account and device of the token where they are known, for the audit record. */
export interface Refusal {
  code: ErrorCode;
  aid: string | null;
  deviceID: string | null;
}

export type Examined<T> = ({ admitted: true } & T) | ({ admitted: false } & Refusal);

interface SessionAdmitted {
  session: AccountSession;
  /** Until when the result may be cached unless something changes, in milliseconds since 1970; null: not cacheable. */
  until: number | null;
}

/** Authenticates a token and its session, always against the database. */
async function examineSession(
  context: AccountsContext,
  token: string | undefined,
): Promise<Examined<SessionAdmitted>> {
  const claims = await readClaims(context, token);
  if ('code' in claims) return { admitted: false, ...claims };
  const state = await selectTokenState(context.pool, claims.jti);
  return state ? admit(context, claims, state) : unknownToken;
}

/** Authenticates a token, and asserts that the account is an active member of the tenant with the right to sign in. */
export async function examineMember(
  context: AccountsContext,
  token: string | undefined,
  tid: string,
  ask: AskMemberState = (asked) => selectMemberState(context.pool, asked),
): Promise<Examined<SessionAdmitted & { member: Member }>> {
  const claims = await readClaims(context, token);
  if ('code' in claims) return { admitted: false, ...claims };
  const state = await ask({ jti: claims.jti, tid });
  if (!state) return unknownToken;
  const examined = await admit(context, claims, state);
  if (!examined.admitted) return examined;
  const member = memberOf(state, tid);
  if (typeof member === 'string') return refusal(await denialOf(context, member, state), state);
  return { ...examined, member };
}

/**
 * The session of a token.
 * @param freshness - `cached`: a cached admission is accepted as long as nothing that it depends on has changed.
 * @throws ServiceError where the token is rejected.
 */
export async function requireSession(
  context: AccountsContext,
  token: string | undefined,
  admission: Admission = 'asked',
): Promise<AccountSession> {
  const { session } = await letIn(context, { key: admissionKey(token), admission }, async () => {
    const examined = await examineSession(context, token);
    return examined.admitted ? { ...examined, member: null } : examined;
  });
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
  { tid, admission = 'asked' }: { tid: string; admission?: Admission },
): Promise<{ session: AccountSession; member: Member; until: number | null }> {
  const key = admissionKey(token, tid);
  const ask = admission === 'kept' ? context.memberStates : undefined;
  return letIn(context, { key, admission }, () => examineMember(context, token, tid, ask));
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
  const member = memberOf(state, tid);
  if (typeof member === 'string') throw new ServiceError(member);
  return { aid: state.aid, member };
}

async function letIn<M extends Member | null>(
  { admissions, clock }: AccountsContext,
  { key, admission }: { key: string; admission: Admission },
  examine: () => Promise<Examined<SessionAdmitted & { member: M }>>,
): Promise<{ session: AccountSession; member: M; until: number | null }> {
  const keeping = admission === 'kept' ? admissions : undefined;
  const kept = keeping?.get(key);
  if (kept && kept.until > clock()) return kept as KeptAdmission & { member: M };
  const examined = keeping
    ? await keeping.read(key, examine, (result) =>
        result.admitted && result.until !== null
          ? keptAdmission({ session: result.session, member: result.member, until: result.until })
          : undefined,
      )
    : await examine();
  if (!examined.admitted) throw new ServiceError(examined.code);
  const { session, member, until } = examined;
  return { session, member, until };
}

/** The error for a person who has left this tenant and is an active member of another asks to switch to that one. */
async function denialOf(context: AccountsContext, code: ErrorCode, state: MemberState): Promise<ErrorCode> {
  if (code !== 'login.tenant_access_denied' || state.member_state !== 'ended') return code;
  const places = await selectActivePlaces(context.db, state.aid);
  return places.length > 0 ? 'login.please_switch_to_actual_tenant' : code;
}

const unknownToken = {
  admitted: false,
  code: 'login.signature_is_invalid',
  aid: null,
  deviceID: null,
} as const;

type Claims = Pick<VerifiedClaims, 'jti'> & { readonly exp?: unknown };

async function readClaims(context: AccountsContext, token: string | undefined): Promise<Claims | Refusal> {
  try {
    return await context.tokens.verify('sealflow', token);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, aid: null, deviceID: null };
    throw error;
  }
}

async function admit(
  context: AccountsContext,
  { jti, exp }: Claims,
  state: TokenState,
): Promise<Examined<SessionAdmitted>> {
  const ended = endOf(state);
  if (ended) return refusal(ended, state);
  const now = context.clock();
  if (state.successor_used_at && state.successor_used_at.getTime() + overlap < now) {
    // The token was used after its successor: two clients have tokens of this session, and one of them stole them.
    await endSessions(context.db, { sid: state.sid }, { reason: 'token_reused', at: new Date(now) });
    return refusal('login.token_expired', state);
  }
  const isFirstUse = state.has_predecessor && !state.first_used_at;
  if (isFirstUse) await markFirstUse(context.db, jti, new Date(now));
  const { aid, sid, device_id, thumbprint } = state;
  const device = device_id !== null && thumbprint !== null ? { id: device_id, thumbprint } : null;
  const end = state.successor_used_at
    ? state.successor_used_at.getTime() + overlap
    : Number.POSITIVE_INFINITY;
  const until = isFirstUse ? null : Math.min(end, Number(exp) * 1000);
  return { admitted: true, session: { aid, sid, jti, device }, until };
}

function endOf(state: TokenState): ErrorCode | undefined {
  if (state.account_state === 'closed') return 'login.account_not_found';
  if (state.end_reason === 'password_changed') return 'login.user_password_changed';
  if (state.end_reason === 'device_withdrawn') return 'login.device_withdrawn';
  return state.end_reason === null ? undefined : 'login.token_expired';
}

function memberOf(state: PersonState, tid: string): Member | ErrorCode {
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
