import { z } from 'zod';
import { contactErrors } from './access.errors.ts';
import { declareCalls } from './call.ts';
import {
  signInChallenge as challenge,
  code,
  codeTicket,
  data,
  email,
  exactPagesMode,
  id,
  mobileNo,
  proofHeader,
  publicJwk,
  tenantParams,
  time,
  totpCode,
} from './common.schemas.ts';

const username = z.string().trim().min(1).max(254);
const ticket = codeTicket.optional();
const secret = z.string().min(1).max(256);
export const devicePlatform = z.enum(['web', 'android', 'ios', 'other']);

/** What every list of devices contains. */
export const listedDevice = {
  id,
  name: z.string(),
  platform: devicePlatform,
  createAt: time,
  lastSeenAt: time,
};

/**
 * Registration of a device. `proof` is a DPoP proof (RFC 9449) made with the signing key for this very request. Its
 * claim `agreement` is the RFC 7638 thumbprint of the agreement key, so that one key vouches for the other.
 */
export const device = z.strictObject({
  id: z.string().min(8).max(100),
  name: z.string().trim().min(1).max(100),
  platform: devicePlatform,
  agreementKey: publicJwk,
  signingKey: publicJwk,
  proof: z.string().min(1).max(4096),
});

/**
 * The forms of signing in; the first one that matches counts. If a second factor is required, the password form is
 * rejected with a `challenge`, to be sent with the code, or with a code of the authenticator app or a recovery code
 * where the error has the parameter `totp`; the two code forms are then repeated with the password.
 */
export const signIn = z.union([
  z.object({ username, password: secret, device: device.optional() }),
  z.object({ mobileNo, code, ticket, password: secret.optional(), device: device.optional() }),
  z.object({ email, code, ticket, password: secret.optional(), device: device.optional() }),
  z.object({ challenge, code, ticket, device: device.optional() }),
  z.object({ challenge, totp: totpCode, device: device.optional() }),
  z.object({ challenge, recoveryCode: z.string().trim().min(1).max(100), device: device.optional() }),
]);

export const tenantMembership = z.object({
  id,
  name: z.string(),
  logo: z.string().nullable(),
  serviceAPI: z.string().nullable(),
  serviceVersion: z.string(),
  mobileAppLicense: z.object({ entKey: z.object({ key: z.string() }) }),
  user: z.object({ fid: id }),
});

export const signInAnswer = z.object({
  aid: id,
  token: z.string(),
  expire: time,
  mobileNo: z.string().nullable(),
  email: z.string().nullable(),
  tenants: z.array(tenantMembership),
});

const invitationParams = z.strictObject({ invitationID: id });

export const accountCalls = declareCalls({
  'POST /api/v1/auth/token': {
    summary: 'Sign in by password or by code, or by both if a tenant of the account requires it',
    access: 'public',
    body: signIn,
    answer: signInAnswer,
    errors: [
      'login.incorrect_username_or_password',
      'login.account_locked',
      'login.no_rights_or_no_roles',
      'login.user_has_no_tenant',
      'login.unknown_role',
      'login.account_not_found',
      'login.verification_code_error',
      'login.second_factor_required',
      'login.second_factor_unreachable',
      'login.second_factor_expired',
      'login.totp_not_enrolled',
      'login.device_proof_invalid',
      ...contactErrors,
      'app.too_many_requests',
    ],
  },
  'POST /api/v1/auth/refresh-token': {
    summary: 'Exchange the presented token for its successor',
    access: 'account',
    headers: proofHeader,
    answer: z.object({ token: z.string(), expire: time }),
    errors: [
      'login.tenant_access_denied',
      'login.please_switch_to_actual_tenant',
      'login.device_proof_invalid',
    ],
  },
  'POST /api/v1/auth/logout': {
    summary: 'End this session; the keys of the device stay registered',
    access: 'account',
    answer: 'none',
    errors: [],
  },
  'GET /api/v1/tenants/{tid}/current-user': {
    summary: 'The signed-in person in this tenant, with rights and roles',
    access: 'tenant',
    params: tenantParams,
    answer: z.object({
      fid: id,
      name: z.string(),
      rights: z.array(z.string()),
      deny: z.array(z.string()),
      roles: z.array(
        z.object({
          roleID: z.string().meta({ description: 'Of the role configuration, which gives the tabs' }),
          name: z.string(),
          ownRoleID: z
            .string()
            .optional()
            .meta({ description: "A tenant's own role, whose tabs are those of `roleID`" }),
        }),
      ),
      exactPages: exactPagesMode,
      renditions: z.boolean().meta({ description: 'Whether the service converts documents to PDF' }),
      fullTextSearch: z
        .boolean()
        .meta({ description: 'Whether the app may index the text of documents on the device' }),
    }),
    errors: [],
  },
  'GET /api/v1/invitations': {
    summary: 'Open invitations of the account to tenants, newest first',
    access: 'account',
    answer: data(
      z.array(
        z.object({
          invitationID: id,
          tenantName: z.string(),
          logo: z.string().nullable(),
          /** The person's name in that tenant. */
          name: z.string(),
          sentAt: time,
          expireAt: time,
        }),
      ),
    ),
    errors: [],
  },
  'POST /api/v1/invitations/{invitationID}/actions/accept': {
    summary: 'Accept an invitation and become a member of the tenant',
    access: 'account',
    params: invitationParams,
    answer: data(tenantMembership),
    errors: ['login.invitation_not_found'],
  },
  'POST /api/v1/invitations/{invitationID}/actions/decline': {
    summary: 'Decline an invitation',
    access: 'account',
    params: invitationParams,
    answer: 'none',
    errors: ['login.invitation_not_found'],
  },
  'GET /api/v1/devices': {
    summary: "The account's devices",
    access: 'account',
    answer: z.object({
      data: z.array(z.object({ ...listedDevice, current: z.boolean() })),
    }),
    errors: [],
  },
  'DELETE /api/v1/devices/{deviceID}': {
    summary: 'Withdraw a device: ends its sessions and rejects its use licences',
    access: 'account',
    params: z.strictObject({ deviceID: id }),
    answer: 'none',
    errors: ['login.device_not_found'],
  },
  'GET /.well-known/jwks.json': {
    summary: 'The keys that sign tokens (RFC 7517)',
    access: 'public',
    answer: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    errors: [],
  },
});
