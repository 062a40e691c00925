import type { ErrorCode } from '@sealflow/domain/errors';
import type { Access } from './call.ts';

/** Codes with which a session token is rejected. */
export const sessionErrors = [
  'login.signature_is_invalid',
  'login.token_expired',
  'login.user_password_changed',
  'login.device_withdrawn',
  'login.account_not_found',
] as const;

/** Another account verified the contact at the same time. */
export const contactErrors = ['login.phone_taken', 'login.email_taken'] as const;

/** Codes for a failure to forward a call to the tenant's own server. */
const forwardErrors = [
  'work.server_api_not_specified',
  'work.request_failed',
  'app.server_unreachable',
  'app.connection_refused',
] as const;

const memberErrors = [
  ...sessionErrors,
  'login.tenant_access_denied',
  'login.please_switch_to_actual_tenant',
  'login.no_rights_or_no_roles',
  ...forwardErrors,
] as const;

/** Codes with which every call of an access level can fail. The declaration of a call adds its own. */
export const accessErrors: Readonly<Record<Extract<Access, string> | 'right', readonly ErrorCode[]>> = {
  public: [],
  account: sessionErrors,
  tenant: memberErrors,
  file: ['login.signature_is_invalid', 'login.token_expired', 'login.tenant_access_denied', ...forwardErrors],
  operator: [...sessionErrors, 'app.no_rights', 'login.step_up_required'],
  right: [...memberErrors, 'app.no_rights', 'login.step_up_required'],
};
