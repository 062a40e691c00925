import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderList, renderOne } from './render.util.ts';
import { formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type SigningKey = Answer<'GET /api/v1/admin/signing-keys'>['data'][number];

const toRecord = (one: SigningKey) => ({
  kid: one.kid,
  state: one.state,
  made: formatTime(one.createAt),
  'signs from': formatTime(one.signsFrom),
  'verifies until': formatTime(one.verifiesUntil),
  withdrawn: formatTime(one.withdrawnAt),
});

export const signingKeyCommands: readonly Command[] = [
  createCallCommand({
    name: 'signing-key list',
    summary: 'lists the keys that sign tokens and checkpoints, newest first',
    options: {},
    details: ['--json also prints the public keys, including former ones.'],
    call: 'GET /api/v1/admin/signing-keys',
    buildRequest: () => ({}),
    render: renderList(toRecord),
  }),
  createCallCommand({
    name: 'signing-key rotate',
    summary: 'creates the next signing key; sessions stay valid',
    options: {},
    details: [
      'The next key is published at once and starts to sign ten minutes later. The current key then verifies until the last token',
      'that it signed has expired. Only one next key can be pending.',
    ],
    call: 'POST /api/v1/admin/signing-keys/actions/rotate',
    buildRequest: () => ({}),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'signing-key withdraw',
    summary: 'withdraws a leaked key: its tokens are rejected at once, people have to sign in again',
    argument: 'KID',
    options: { yes: { about: 'confirms that sessions with tokens of this key end' } },
    details: ['Prints the key that signs from now on.'],
    call: 'POST /api/v1/admin/signing-keys/{kid}/actions/withdraw',
    buildRequest: (args) => {
      if (!args.flag('yes'))
        throw new UsageError('sessions with tokens of this key will end: confirm with --yes');
      return { params: { kid: args.argument() } };
    },
    render: renderOne(toRecord),
  }),
];
