import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { personHelp, resolveMemberID } from './name-lookup.client.ts';
import { renderDone, renderList } from './render.util.ts';
import { tenantListRequest, tenantOption } from './shared-options.util.ts';

type Mailbox = Answer<'GET /api/v1/tenants/{tid}/trusted-mailboxes'>['data'][number];

export const mailboxCommands: readonly Command[] = [
  createCallCommand({
    name: 'mailbox list',
    summary: 'lists the addresses that can receive trusted mail',
    ...tenantListRequest,
    call: 'GET /api/v1/tenants/{tid}/trusted-mailboxes',
    render: renderList(({ email, fid, flowID }: Mailbox) => ({ email, person: fid, application: flowID })),
  }),
  createCallCommand({
    name: 'mailbox trust',
    summary: 'trusts an address for all members of the tenant',
    argument: 'EMAIL',
    options: tenantOption,
    call: 'POST /api/v1/tenants/{tid}/trusted-mailboxes',
    buildRequest: (args) => ({
      params: { tid: args.requireText('tenant') },
      body: { email: args.argument() },
    }),
    render: (_, args) => renderDone({ email: args.argument() }, `${args.argument()} is trusted`),
  }),
  createCallCommand({
    name: 'mailbox distrust',
    summary: 'removes a trusted address of the tenant, or of a person',
    argument: 'EMAIL',
    options: {
      ...tenantOption,
      person: { value: 'PERSON', about: 'the person, if it is a personal address' },
    },
    details: personHelp,
    call: 'DELETE /api/v1/tenants/{tid}/trusted-mailboxes',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const person = args.text('person');
      const fid = person === undefined ? undefined : await resolveMemberID(call, { tid, name: person });
      return { params: { tid }, query: { email: args.argument(), ...(fid === undefined ? {} : { fid }) } };
    },
    render: (_, args) => renderDone({ email: args.argument() }, `${args.argument()} is no longer trusted`),
  }),
];
