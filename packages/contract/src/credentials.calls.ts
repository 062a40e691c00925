import { z } from 'zod';
import { contactErrors, sessionErrors } from './access.errors.ts';
import { declareCalls } from './call.ts';
import {
  signInChallenge as challenge,
  code,
  codeTicket,
  data,
  email,
  mobileNo,
  proofHeader,
} from './common.schemas.ts';

/**
 * The purpose of a code. `login` and `reset` codes are sent to a contact of an account. An `update` code is for a
 * signed-in account: it is sent to the new phone number, or to its present contact in place of the old password.
 */
const purpose = z.enum(['login', 'reset', 'update']);

/**
 * `wait`: seconds until another code can be requested. `validFor`: lifetime of this one in seconds. `ticket` belongs to
 * this code.
 */
const codeSent = z.object({ wait: z.int(), validFor: z.int(), ticket: codeTicket });

const ticket = codeTicket.optional();

const newPassword = z.string().min(1).max(256);

const passwordErrors = [
  'login.password_too_short',
  'login.password_too_long',
  'login.password_too_simple',
  'login.password_unchanged',
] as const;

export const credentialCalls = declareCalls({
  'GET /api/v1/auth/password-rules': {
    summary: 'Requirements of this deployment for new passwords; common passwords are always rejected',
    access: 'public',
    answer: data(
      z.object({
        /** Characters. */
        least: z.int(),
        most: z.int(),
        /** Minimum number of kinds out of upper case, lower case, digits and other characters. */
        kinds: z.int(),
      }),
    ),
    errors: [],
  },
  'POST /api/v1/auth/vcode': {
    summary:
      'Send a verification code to a phone number (purpose update: signed in), or to that of a sign-in in progress; ' +
      'requests with the proof of a known device have separate limits',
    access: 'public',
    headers: proofHeader,
    body: z.union([z.object({ mobileNo, purpose }), z.object({ challenge })]),
    answer: codeSent,
    errors: [
      'vcode.account_not_found',
      'vcode.daily_limit',
      'vcode.hourly_limit',
      'vcode.wait',
      'vcode.unknown_error',
      'vcode.not_configured',
      'login.second_factor_expired',
      'app.too_many_requests',
      ...sessionErrors,
    ],
  },
  'POST /api/v1/auth/vemail': {
    summary:
      'Send a verification code to an email address (purpose update: signed in), or to that of a sign-in in progress; ' +
      'requests with the proof of a known device have separate limits',
    access: 'public',
    headers: proofHeader,
    body: z.union([z.object({ email, purpose }), z.object({ challenge })]),
    answer: codeSent,
    errors: [
      'vemail.account_not_found',
      'vemail.wait',
      'vemail.unknown_error',
      'vemail.not_configured',
      'login.second_factor_expired',
      'app.too_many_requests',
      ...sessionErrors,
    ],
  },
  'POST /api/v1/auth/update-password': {
    summary:
      'Set the password: signed in by the old one or a code (purpose update) to the own number or address, ' +
      'signed out by a code (purpose reset); all other sessions end',
    access: 'public',
    // Unknown keys are ignored and the first form that fits counts: the shortest one is last.
    body: z.union([
      z.object({ oldPassword: z.string().min(1).max(256), newPassword }),
      z.object({ mobileNo, code, ticket, newPassword }),
      z.object({ email, code, ticket, newPassword }),
      z.object({ code, ticket, newPassword }),
    ]),
    answer: 'none',
    errors: [
      'login.incorrect_username_or_password',
      'login.account_locked',
      'login.verification_code_error',
      'app.too_many_requests',
      ...passwordErrors,
      ...contactErrors,
      ...sessionErrors,
    ],
  },
  'GET /api/v1/account/contacts': {
    summary: 'Which contacts of the own account are verified; false for a missing contact',
    home: 'host',
    access: 'account',
    answer: data(z.object({ mobileVerified: z.boolean(), emailVerified: z.boolean() })),
    errors: [],
  },
  'POST /api/v1/auth/verify-contact': {
    summary:
      'Verify an unverified phone number or email address of the account, by a code (purpose update) sent to it',
    access: 'account',
    body: z.union([z.strictObject({ mobileNo, code, ticket }), z.strictObject({ email, code, ticket })]),
    answer: 'none',
    errors: ['login.verification_code_error', ...contactErrors, 'app.too_many_requests'],
  },
  'PUT /api/v1/auth/update-phone': {
    summary:
      'Change the phone number, by a code (purpose update) sent to the new one; a device-bound session ' +
      'requires its proof over the token, and the password if a tenant of the account requires a second factor',
    access: 'account',
    headers: proofHeader,
    body: z.object({ mobileNo, code, ticket, password: z.string().min(1).max(256).optional() }),
    answer: 'none',
    errors: [
      'login.verification_code_error',
      'login.phone_taken',
      'login.second_factor_required',
      'login.incorrect_username_or_password',
      'login.account_locked',
      'login.device_proof_invalid',
      'app.too_many_requests',
    ],
  },
});
