import { z } from 'zod';
import { declareCalls } from './call.ts';
import { code, codeTicket, data, time, totpCode } from './common.schemas.ts';

const password = z.string().min(1).max(256);

/** Both factors of the own account: the password with a code of the authenticator app or a recovery code. */
const bothFactors = z.union([
  z.strictObject({ password, totp: totpCode }),
  z.strictObject({ password, recoveryCode: z.string().trim().min(1).max(100) }),
]);

/** A code (purpose update) that was sent to a contact of the own account. */
const sentCode = { code, ticket: codeTicket };

/** The factors of the own account; one alone only without an authenticator app and the operator role. */
const ownFactors = z.union([
  ...bothFactors.options,
  z.strictObject({ password, ...sentCode }),
  z.strictObject({ password }),
  z.strictObject(sentCode),
]);

/** The recovery codes of the authenticator app. They are shown once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const passwordErrors = ['login.incorrect_username_or_password', 'login.account_locked'] as const;
const totpErrors = [
  'login.totp_not_enrolled',
  'login.verification_code_error',
  'app.too_many_requests',
] as const;

export const secondFactorCalls = declareCalls({
  'GET /api/v1/account/second-factor': {
    summary: 'The second factors of the own account',
    home: 'host',
    access: 'account',
    answer: data(
      z.object({
        /** When the authenticator app was confirmed; null without one. */
        totpAt: time.nullable(),
        /** How many recovery codes are unused. */
        recoveryCodes: z.int(),
        /** The channels that can receive a code. */
        channels: z.array(z.enum(['sms', 'email'])),
        /** Whether the account has the operator role. */
        isOperator: z.boolean(),
      }),
    ),
    errors: [],
  },
  'POST /api/v1/account/totp/actions/enrol': {
    summary: 'Begin to enrol an authenticator app (RFC 6238); its secret is shown once',
    home: 'host',
    access: 'account',
    body: z.strictObject({ password }),
    answer: data(
      z.object({
        /** Base32, to be typed. */
        secret: z.string(),
        /** `otpauth://…`, the content of the QR code. */
        uri: z.string(),
      }),
    ),
    errors: ['login.totp_enrolled', ...passwordErrors, 'app.too_many_requests'],
  },
  'POST /api/v1/account/totp/actions/confirm': {
    summary: 'Confirm the authenticator app by its first code',
    home: 'host',
    access: 'account',
    body: z.strictObject({ totp: totpCode }),
    answer: data(recoveryCodes),
    errors: ['login.totp_enrolled', ...totpErrors],
  },
  'POST /api/v1/account/totp/actions/remove': {
    summary: 'Remove the authenticator app of the own account',
    home: 'host',
    access: 'account',
    body: bothFactors,
    answer: 'none',
    errors: ['login.operator_needs_second_factor', ...passwordErrors, ...totpErrors],
  },
  'POST /api/v1/account/recovery-codes/actions/replace': {
    summary: 'Replace all recovery codes of the own account',
    home: 'host',
    access: 'account',
    body: z.strictObject({ totp: totpCode }),
    answer: data(recoveryCodes),
    errors: totpErrors,
  },
  'POST /api/v1/account/actions/step-up': {
    summary: 'Present the factors of the account again, for calls that require them within a limited time',
    home: 'host',
    access: 'account',
    body: ownFactors,
    answer: 'none',
    errors: ['login.step_up_required', ...passwordErrors, ...totpErrors],
  },
});
