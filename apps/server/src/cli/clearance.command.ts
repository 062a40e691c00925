import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import { requireLevel } from './class.command.ts';
import type { Command } from './command.types.ts';
import { personHelp, resolveMemberParams } from './name-lookup.client.ts';
import { renderDone, renderList } from './render.util.ts';
import { tenantListRequest, tenantOption } from './shared-options.util.ts';

type Clearance = Answer<'GET /api/v1/tenants/{tid}/admin/clearances'>['data'][number];

export const clearanceCommands: readonly Command[] = [
  createCallCommand({
    name: 'clearance list',
    summary: 'lists clearances that differ from the default',
    ...tenantListRequest,
    call: 'GET /api/v1/tenants/{tid}/admin/clearances',
    render: renderList(({ fid, name, level }: Clearance) => ({ id: fid, name, level })),
  }),
  createCallCommand({
    name: 'clearance set',
    summary: 'sets the highest level that a person can read',
    argument: 'PERSON',
    options: { ...tenantOption, level: { value: 'N', about: 'of the classifications', required: true } },
    details: personHelp,
    call: 'PUT /api/v1/tenants/{tid}/admin/clearances/{fid}',
    buildRequest: async (args, call) => ({
      ...(await resolveMemberParams(args, call)),
      body: { level: requireLevel(args) },
    }),
    render: (_, args) =>
      renderDone(
        { person: args.argument(), level: requireLevel(args) },
        `${args.argument()} reads up to level ${requireLevel(args)}`,
      ),
  }),
  createCallCommand({
    name: 'clearance clear',
    summary: 'resets a clearance to the level of the default classification',
    argument: 'PERSON',
    options: tenantOption,
    details: personHelp,
    call: 'DELETE /api/v1/tenants/{tid}/admin/clearances/{fid}',
    buildRequest: resolveMemberParams,
    render: (_, args) =>
      renderDone({ person: args.argument(), level: null }, `${args.argument()} has the default clearance`),
  }),
];
