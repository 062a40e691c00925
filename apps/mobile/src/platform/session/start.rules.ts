import type { ErrorCode } from '@sealflow/domain/errors';

/** The stored token of a session. */
export type StoredToken = { readonly token: string | null; readonly expire: number | null };

/** Specification section 4, startup: a missing or expired token requires a sign-in, any other is refreshed. */
export function decideStart({ token, expire }: StoredToken, now: number): 'missing' | 'expired' | 'refresh' {
  if (token === null || token === '' || expire === null || Number.isNaN(expire)) return 'missing';
  return expire <= now ? 'expired' : 'refresh';
}

/** The six refresh failures of section 8 after which only a new sign-in helps. */
const signInRequiredCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.tenant_access_denied',
  'login.please_switch_to_actual_tenant',
  'login.incorrect_username_or_password',
  'login.user_password_changed',
  'login.account_not_found',
  'login.signature_is_invalid',
]);

/** The screen that a failed step of the startup leads to (section 8). */
export function decideFailure(step: 'refresh' | 'user', code: ErrorCode): 'pwdlogin' | 'networkerror' {
  if (step === 'refresh') return signInRequiredCodes.has(code) ? 'pwdlogin' : 'networkerror';
  return code === 'login.signature_is_invalid' ? 'pwdlogin' : 'networkerror';
}

/** Refusals of one organisation: shown next to the choice, if another can be chosen. */
const tenantCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.tenant_access_denied',
  'login.please_switch_to_actual_tenant',
  'login.no_rights_or_no_roles',
  'login.user_has_no_tenant',
  'work.server_api_not_specified',
  'work.request_failed',
  'app.server_unreachable',
  'app.connection_refused',
]);

export const isAboutTenant = (code: ErrorCode): boolean => tenantCodes.has(code);
