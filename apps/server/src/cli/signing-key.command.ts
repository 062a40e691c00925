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
    summary: 'the keys that sign tokens and checkpoints, the newest first',
    options: {},
    details: ['--json also prints the public keys, those of the past included.'],
    call: 'GET /api/v1/admin/signing-keys',
    ask: () => ({}),
    say: sayList(sheet),
  }),
  callCommand({
    name: 'signing-key rotate',
    summary: 'makes the key that signs next; nobody is signed out',
    options: {},
    details: [
      'The next key is published at once and signs ten minutes later. The current key then verifies until the last token',
      'that it signed has ended. While a next key waits, no other is made.',
    ],
    call: 'POST /api/v1/admin/signing-keys/actions/rotate',
    ask: () => ({}),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'signing-key withdraw',
    summary: 'withdraws a key that leaked: its tokens are refused at once, people sign in again',
    argument: 'KID',
    options: { yes: { about: 'confirms that sessions with tokens of this key end' } },
    details: ['Prints the key that signs now.'],
    call: 'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw',
    ask: (take) => {
      if (!take.flag('yes')) throw new UsageError('sessions with tokens of this key end: confirm by --yes');
      return { params: { kid: take.argument() } };
    },
    say: sayOne(sheet),
  }),
];
