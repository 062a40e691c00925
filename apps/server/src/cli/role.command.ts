import type { Answer, Body } from '@sealflow/contract';
import { rights } from '@sealflow/domain/roles';
import { callCommand, pageOptions, sayDone, sayList, sayOne, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import type { Take } from './take.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Role = Answer<'GET /api/v1/tenants/{tid}/admin/roles'>['data'][number];
type Rights = Body<'POST /api/v1/tenants/{tid}/admin/roles'>['rights'];

const allRights = Object.values(rights);
const known = [`Rights are ${allRights.join(', ')}.`];

function rightsOf(take: Take): Rights | undefined {
  const given = take.list('rights');
  const unknown = given?.find((right) => !allRights.some((one) => one === right));
  if (unknown === undefined) return given as Rights | undefined;
  throw new UsageError(`there is no right ${unknown}: rights are ${allRights.join(', ')}`);
}

const sheet = (role: Role) => ({
  id: role.roleID,
  name: role.name,
  rights: role.rights,
  'built in': role.builtIn,
  people: role.members,
});

export const roleCommands: readonly Command[] = [
  callCommand({
    name: 'role list',
    summary: 'the roles of a tenant with their rights',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/roles',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList(sheet),
  }),
  callCommand({
    name: 'role create',
    summary: 'makes a role of the tenant’s own',
    argument: 'NAME',
    options: {
      ...tenantOption,
      rights: { value: 'RIGHT,…', about: 'none for none', required: true },
      id: { value: 'ID', about: 'made up where it is left out' },
    },
    details: known,
    call: 'POST /api/v1/tenants/{tid}/admin/roles',
    ask: (take) => ({
      params: { tid: take.need('tenant') },
      body: { roleID: take.text('id'), name: take.argument(), rights: rightsOf(take) ?? [] },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'role change',
    summary: 'changes name or rights of a role; what is left out stays',
    argument: 'ID',
    options: {
      ...tenantOption,
      name: { value: 'NAME', about: 'what people call it' },
      rights: { value: 'RIGHT,…', about: 'none for none' },
    },
    details: known,
    call: 'PUT /api/v1/tenants/{tid}/admin/roles/{roleID}',
    ask: (take) => ({
      params: { tid: take.need('tenant'), roleID: take.argument() },
      body: { name: take.text('name'), rights: rightsOf(take) },
    }),
    say: sayOne(sheet),
  }),
  callCommand({
    name: 'role delete',
    summary: 'deletes a role of the tenant’s own that nobody has',
    argument: 'ID',
    options: tenantOption,
    call: 'DELETE /api/v1/tenants/{tid}/admin/roles/{roleID}',
    ask: (take) => ({ params: { tid: take.need('tenant'), roleID: take.argument() } }),
    say: (_, take) => sayDone({ roleID: take.argument(), deleted: true }, `${take.argument()} is deleted`),
  }),
];
