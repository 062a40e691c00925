import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, sayOne } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { momentOf } from './table.adapter.ts';

type Operator = Answer<'GET /api/v1/admin/operators'>['data'][number];

export const operatorCommands: readonly Command[] = [
  callCommand({
    name: 'operator list',
    summary: 'lists operator credentials, without their secret part',
    options: pageOptions,
    call: 'GET /api/v1/admin/operators',
    ask: (take) => ({ query: take.page() }),
    say: sayList((one: Operator) => ({
      id: one.operatorID,
      label: one.label,
      made: momentOf(one.createAt),
      withdrawn: momentOf(one.withdrawnAt),
      this: one.current,
    })),
  }),
  callCommand({
    name: 'operator create',
    summary: 'creates an operator credential and prints it once',
    argument: 'LABEL',
    options: {},
    details: ['Store it in a file that only its owner can read, and pass that with --credential-file.'],
    call: 'POST /api/v1/admin/operators',
    ask: (take) => ({ body: { label: take.argument() } }),
    say: sayOne(({ operatorID, label, credential }) => ({ id: operatorID, label, credential })),
  }),
  callCommand({
    name: 'operator withdraw',
    summary: 'withdraws a credential, except the last one',
    argument: 'ID',
    options: {},
    call: 'POST /api/v1/admin/operators/{operatorID}/actions/withdraw',
    ask: (take) => ({ params: { operatorID: take.argument() } }),
    say: (_, take) =>
      sayDone({ operatorID: take.argument(), withdrawn: true }, `${take.argument()} is withdrawn`),
  }),
];
