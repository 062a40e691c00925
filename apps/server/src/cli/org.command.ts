import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';

type Organisation = Answer<'GET /api/v1/tenants/{tid}/admin/organisations'>['data'][number];

const sheet = ({ orgID, name, members }: Organisation) => ({ id: orgID, name, people: members });

export const orgCommands: readonly Command[] = [
  callCommand({
    name: 'org create',
    summary: 'makes a department of a tenant',
    argument: 'NAME',
    options: { ...tenantOption, id: { value: 'ID', about: 'made up where it is left out' } },
    call: 'POST /api/v1/tenants/{tid}/admin/organisations',
    ask: (take) => ({
      params: { tid: take.need('tenant') },
      body: { orgID: take.text('id'), name: take.argument() },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'org list',
    summary: 'the departments of a tenant',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/organisations',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList(sheet),
  }),
  callCommand({
    name: 'org rename',
    summary: 'gives a department another name',
    argument: 'ID',
    options: { ...tenantOption, name: { value: 'NAME', about: 'the new name', required: true } },
    call: 'PUT /api/v1/tenants/{tid}/admin/organisations/{orgID}',
    ask: (take) => ({
      params: { tid: take.need('tenant'), orgID: take.argument() },
      body: { name: take.need('name') },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'org delete',
    summary: 'deletes a department that nobody is in',
    argument: 'ID',
    options: tenantOption,
    call: 'DELETE /api/v1/tenants/{tid}/admin/organisations/{orgID}',
    ask: (take) => ({ params: { tid: take.need('tenant'), orgID: take.argument() } }),
    say: (_, take) => sayDone({ orgID: take.argument(), deleted: true }, `${take.argument()} is deleted`),
  }),
];
