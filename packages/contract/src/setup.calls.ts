import { z } from 'zod';
import { device, signInAnswer } from './accounts.calls.ts';
import { displayName, username } from './admin.schemas.ts';
import { declareCalls } from './call.ts';
import { data, email, mobileNo, time, totpCode } from './common.schemas.ts';

/** The part of the set-up link after `#`. */
const token = z.string().min(1).max(100);

export const setupCalls = declareCalls({
  'POST /api/v1/setup/actions/check': {
    summary: 'Whether a set-up link is valid',
    access: 'public',
    body: z.strictObject({ token }),
    answer: data(
      z.object({
        expireAt: time,
        /** Whether the deployment has an operator that is a person. */
        hasOperator: z.boolean(),
        /** Whether the deployment has an organisation. */
        hasTenant: z.boolean(),
      }),
    ),
    errors: ['admin.setup_link_invalid', 'app.too_many_requests'],
  },
  'POST /api/v1/setup/actions/enrol-totp': {
    summary: 'Begin to enrol the authenticator app of the operator; a repetition replaces the secret',
    access: 'public',
    body: z.strictObject({ token, username }),
    answer: data(z.object({ secret: z.string(), uri: z.string() })),
    errors: ['admin.setup_link_invalid', 'app.too_many_requests'],
  },
  'POST /api/v1/setup/actions/create-operator': {
    summary: 'Create an operator, which consumes the set-up link, and sign in',
    access: 'public',
    body: z.strictObject({
      token,
      username,
      name: displayName,
      password: z.string().min(1).max(256),
      mobileNo: mobileNo.nullable().default(null),
      email: email.nullable().default(null),
      totp: totpCode,
      /** Binds the session to the keys of this device. */
      device: device.optional(),
    }),
    answer: signInAnswer.extend({ recoveryCodes: z.array(z.string()) }),
    errors: [
      'admin.setup_link_invalid',
      'admin.username_taken',
      'login.password_too_short',
      'login.password_too_long',
      'login.password_too_simple',
      'login.totp_not_enrolled',
      'login.verification_code_error',
      'login.device_proof_invalid',
      'app.too_many_requests',
    ],
  },
});
