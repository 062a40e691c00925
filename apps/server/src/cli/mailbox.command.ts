import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { personNamed } from './names.adapter.ts';

type Mailbox = Answer<'GET /api/v1/tenants/{tid}/trusted-mailboxes'>['data'][number];

export const mailboxCommands: readonly Command[] = [
  callCommand({
    name: 'mailbox list',
    summary: 'lists the addresses that trusted mails may be sent to',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/trusted-mailboxes',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList(({ email, fid, flowID }: Mailbox) => ({ email, person: fid, application: flowID })),
  }),
  callCommand({
    name: 'mailbox trust',
    summary: 'trusts an address for everyone of the tenant',
    argument: 'EMAIL',
    options: tenantOption,
    call: 'POST /api/v1/tenants/{tid}/trusted-mailboxes',
    ask: (take) => ({ params: { tid: take.need('tenant') }, body: { email: take.argument() } }),
    say: (_, take) => sayDone({ email: take.argument() }, `${take.argument()} is trusted`),
  }),
  callCommand({
    name: 'mailbox distrust',
    summary: "removes a trusted address of the tenant, or of a person",
    argument: 'EMAIL',
    options: { ...tenantOption, person: { value: 'PERSON', about: 'the person, if it is a personal address' } },
    details: ['PERSON is an id in the tenant, or the username, phone or e-mail of the account.'],
    call: 'DELETE /api/v1/tenants/{tid}/trusted-mailboxes',
    ask: async (take, call) => {
      const tid = take.need('tenant');
      const person = take.text('person');
      const fid = person === undefined ? undefined : await personNamed(call, { tid, name: person });
      return { params: { tid }, query: { email: take.argument(), ...(fid === undefined ? {} : { fid }) } };
    },
    say: (_, take) => sayDone({ email: take.argument() }, `${take.argument()} is no longer trusted`),
  }),
];
