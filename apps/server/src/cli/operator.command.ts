import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderDone, renderList, renderOne } from './render.util.ts';
import { pageOptions } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';

type Operator = Answer<'GET /api/v1/admin/operators'>['data'][number];
type OperatorAccount = Answer<'GET /api/v1/admin/operator-accounts'>['data'][number];

export const operatorCommands: readonly Command[] = [
  createCallCommand({
    name: 'operator list',
    summary: 'lists operator credentials, without their secret part',
    options: pageOptions,
    call: 'GET /api/v1/admin/operators',
    buildRequest: (args) => ({ query: args.page() }),
    render: renderList((one: Operator) => ({
      id: one.operatorID,
      label: one.label,
      made: formatTime(one.createAt),
      withdrawn: formatTime(one.withdrawnAt),
      this: one.current,
    })),
  }),
  createCallCommand({
    name: 'operator create',
    summary: 'creates an operator credential and prints it once',
    argument: 'LABEL',
    options: {},
    details: ['Store it in a file that only its owner can read, and pass that with --credential-file.'],
    call: 'POST /api/v1/admin/operators',
    buildRequest: (args) => ({ body: { label: args.argument() } }),
    render: renderOne(({ operatorID, label, credential }) => ({ id: operatorID, label, credential })),
  }),
  createCallCommand({
    name: 'operator withdraw',
    summary: 'withdraws a credential, except the last one, or the role of a person',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/operators/{operatorID}/actions/withdraw',
    buildRequest: (args) => ({ params: { operatorID: args.argument() } }),
    render: (_, args) =>
      renderDone({ operatorID: args.argument(), withdrawn: true }, `${args.argument()} is withdrawn`),
  }),
  createCallCommand({
    name: 'operator people',
    summary: 'lists the people with the operator role',
    options: pageOptions,
    call: 'GET /api/v1/admin/operator-accounts',
    buildRequest: (args) => ({ query: args.page() }),
    render: renderList((one: OperatorAccount) => ({
      id: one.operatorID,
      username: one.username,
      name: one.name,
      totp: one.hasTotp,
      granted: formatTime(one.grantedAt),
      withdrawn: formatTime(one.withdrawnAt),
    })),
  }),
  createCallCommand({
    name: 'operator grant',
    summary: 'grants the operator role to an account with a second factor',
    argument: 'ACCOUNT',
    options: { name: { value: 'NAME', about: 'the name of the person', required: true } },
    call: 'POST /api/v1/admin/operator-accounts',
    buildRequest: (args) => ({ body: { account: args.argument(), name: args.requireText('name') } }),
    render: renderOne(({ operatorID, aid }) => ({ id: operatorID, account: aid })),
  }),
  createCallCommand({
    name: 'operator setup-link',
    summary: 'prints a one-time link that creates an operator',
    options: {},
    details: [
      'The link is valid for 24 hours and for one use. A person with the link can make themselves the operator.',
    ],
    call: 'POST /api/v1/admin/setup-links',
    buildRequest: () => ({}),
    render: renderOne(({ url, expireAt }) => ({ url, expires: formatTime(expireAt) })),
  }),
];
