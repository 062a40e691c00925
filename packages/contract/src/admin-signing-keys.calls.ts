import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, time } from './common.schemas.ts';

const signingKey = z.object({
  kid: id,
  /** `next` waits until it signs; `verifying` was replaced; `past` has no token left; `withdrawn` leaked. */
  state: z.enum(['next', 'signing', 'verifying', 'past', 'withdrawn']),
  createAt: time,
  signsFrom: time,
  /** Null where no other key follows it. */
  verifiesUntil: time.nullable(),
  withdrawnAt: time.nullable(),
  /** RFC 7517; also of keys that `/.well-known/jwks.json` lists no more, for verifying old checkpoints. */
  publicKey: z.record(z.string(), z.string()),
});

export const adminSigningKeyCalls = declareCalls({
  'GET /api/v1/admin/signing-keys': {
    summary: 'The keys that sign tokens and checkpoints, the newest first',
    access: 'operator',
    answer: list(signingKey),
    errors: [],
  },
  'POST /api/v1/admin/signing-keys/actions/rotate': {
    summary:
      'Make the key that signs next: published at once, it signs ten minutes later; nobody is signed out. The one that waits already where there is one',
    access: 'operator',
    answer: data(signingKey),
    errors: [],
  },
  'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw': {
    summary:
      'Withdraw a key that leaked: its tokens are refused at once, sessions without another end. Answers the key that signs now',
    access: 'operator',
    params: z.strictObject({ kid: id }),
    answer: data(signingKey),
    errors: ['admin.signing_key_not_found'],
  },
});
