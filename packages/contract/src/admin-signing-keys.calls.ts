import { z } from 'zod';
import { declareCalls } from './call.ts';
import { data, id, list, time } from './common.schemas.ts';

const signingKey = z.object({
  kid: id,
  /** `next`: published, signs later; `verifying`: replaced; `past`: its last token has expired; `withdrawn`: leaked. */
  state: z.enum(['next', 'signing', 'verifying', 'past', 'withdrawn']),
  createAt: time,
  signsFrom: time,
  /** Null while no other key follows it. */
  verifiesUntil: time.nullable(),
  withdrawnAt: time.nullable(),
  /** RFC 7517. Former keys, which `/.well-known/jwks.json` no longer lists, are included, to verify old checkpoints. */
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
      'Create the next signing key: it is published at once and signs ten minutes later; sessions stay valid. Returns the pending key if there is one',
    access: 'operator',
    stepUp: true,
    answer: data(signingKey),
    errors: [],
  },
  'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw': {
    summary:
      'Withdraw a leaked key: its tokens are rejected at once, and sessions without another token end. Returns the current signing key',
    access: 'operator',
    stepUp: true,
    params: z.strictObject({ kid: id }),
    answer: data(signingKey),
    errors: ['admin.signing_key_not_found'],
  },
});
