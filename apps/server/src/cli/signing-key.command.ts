import type { Answer } from '@sealflow/contract';
import { callCommand, sayList, sayOne } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { momentOf } from './table.adapter.ts';
import { UsageError } from './usage.errors.ts';

type SigningKey = Answer<'GET /api/v1/admin/signing-keys'>['data'][number];

const sheet = (one: SigningKey) => ({
  kid: one.kid,
  state: one.state,
  made: momentOf(one.createAt),
  'signs from': momentOf(one.signsFrom),
  'verifies until': momentOf(one.verifiesUntil),
  withdrawn: momentOf(one.withdrawnAt),
});

export const signingKeyCommands: readonly Command[] = [
  callCommand({
    name: 'signing-key list',
    summary: 'lists the keys that sign tokens and checkpoints, newest first',
    options: {},
    details: ['--json also prints the public keys, including former ones.'],
    call: 'GET /api/v1/admin/signing-keys',
    ask: () => ({}),
    say: sayList(sheet),
  }),
  callCommand({
    name: 'signing-key rotate',
    summary: 'creates the next signing key; sessions stay valid',
    options: {},
    details: [
      'The next key is published at once and starts to sign ten minutes later. The current key then verifies until the last token',
      'that it signed has expired. Only one next key can be pending.',
    ],
    call: 'POST /api/v1/admin/signing-keys/actions/rotate',
    ask: () => ({}),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'signing-key withdraw',
    summary: 'withdraws a leaked key: its tokens are rejected at once, people have to sign in again',
    argument: 'KID',
    options: { yes: { about: 'confirms that sessions with tokens of this key end' } },
    details: ['Prints the key that signs from now on.'],
    call: 'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw',
    ask: (take) => {
      if (!take.flag('yes')) throw new UsageError('sessions with tokens of this key will end: confirm with --yes');
      return { params: { kid: take.argument() } };
    },
    say: sayOne(sheet),
  }),
];
