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
 * What a code is for. `login` and `reset` go to a number or address of an account; `update`, for whoever is signed in, to
 * the new number that the account is to have, or to its own in the place of the old password.
 */
const purpose = z.enum(['login', 'reset', 'update']);

/** When the next code may be requested, and how long this one is good, in seconds; the ticket goes with the code. */
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
    summary: 'What this deployment asks of new passwords, beside that they are no common ones',
    access: 'public',
    answer: data(
      z.object({
        /** Characters. */
        least: z.int(),
        most: z.int(),
        /** How many of upper case, lower case, digits and anything else. */
        kinds: z.int(),
      }),
    ),
    errors: [],
  },
  'POST /api/v1/auth/vcode': {
    summary:
      'Send a verification code to a phone number, signed in for the purpose update; or to that of a begun sign-in; ' +
      'a proof of a device that the account knows has limits of its own',
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
      'Send a verification code to an e-mail address, signed in for the purpose update; or to that of a begun sign-in; ' +
      'a proof of a device that the account knows has limits of its own',
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
    summary: 'Which contacts of the own account are verified; one that the account has none of is not',
    home: 'host',
    access: 'account',
    answer: data(z.object({ mobileVerified: z.boolean(), emailVerified: z.boolean() })),
    errors: [],
  },
  'POST /api/v1/auth/verify-contact': {
    summary:
      'Verify a phone number or e-mail address that the account claims, by a code (purpose update) that went there',
    access: 'account',
    body: z.union([z.strictObject({ mobileNo, code, ticket }), z.strictObject({ email, code, ticket })]),
    answer: 'none',
    errors: ['login.verification_code_error', ...contactErrors, 'app.too_many_requests'],
  },
  'PUT /api/v1/auth/update-phone': {
    summary:
      'Change the phone number, by a code (purpose update) that went to the new one; with a session that is bound to a ' +
      'device by its proof over the token, and with the password where a tenant of the account asks for a second factor',
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
