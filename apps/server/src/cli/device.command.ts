import type { Answer, Query } from '@sealflow/contract';
import type { Arguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberID } from './name-lookup.client.ts';
import type { OperatorService } from './operator-service.client.ts';
import { renderDone, renderList } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';

type State = Query<'GET /api/v1/tenants/{tid}/admin/devices'>['state'];
type FoundDevice = Answer<'GET /api/v1/tenants/{tid}/admin/devices'>['data'][number];
type Device = Answer<'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices'>['data'][number];

const options = {
  ...tenantOption,
  member: { value: 'PERSON', about: 'an id in the tenant, or the username, phone or email', required: true },
} as const;

const memberParams = async (args: Arguments, call: OperatorService['call']) => {
  const tid = args.requireText('tenant');
  return { tid, fid: await resolveMemberID(call, { tid, name: args.requireText('member') }) };
};

export const deviceCommands: readonly Command[] = [
  createCallCommand({
    name: 'device list',
    summary: "lists the devices of a person's account, with their push status",
    options: { ...options, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices',
    buildRequest: async (args, call) => ({ params: await memberParams(args, call), query: args.page() }),
    render: renderList((device: Device) => ({
      id: device.id,
      name: device.name,
      platform: device.platform,
      registered: formatTime(device.createAt),
      'last seen': formatTime(device.lastSeenAt),
      pushes: device.push?.provider ?? 'none',
      waiting: device.push?.waiting ?? 0,
      'last sent': formatTime(device.push?.lastSentAt ?? null),
    })),
  }),
  createCallCommand({
    name: 'device find',
    summary: 'lists the devices of all members whose account the tenant manages',
    options: {
      ...tenantOption,
      keyword: { value: 'TEXT', about: 'part of the name or id of a member or device' },
      state: { value: 'STATE', about: 'active (default), withdrawn or all' },
      ...pageOptions,
    },
    call: 'GET /api/v1/tenants/{tid}/admin/devices',
    buildRequest: (args) => ({
      params: { tid: args.requireText('tenant') },
      query: {
        ...args.page(),
        keyword: args.text('keyword'),
        state: args.text('state') as State | undefined,
      },
    }),
    render: renderList((device: FoundDevice) => ({
      id: device.id,
      name: device.name,
      platform: device.platform,
      member: device.member.fid,
      'last seen': formatTime(device.lastSeenAt),
      withdrawn: formatTime(device.withdrawnAt),
    })),
  }),
  createCallCommand({
    name: 'device withdraw',
    summary: 'withdraws a lost device: ends its sessions and rejects its use licences',
    argument: 'ID',
    options,
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw',
    buildRequest: async (args, call) => ({
      params: { ...(await memberParams(args, call)), deviceID: args.argument() },
    }),
    render: (_, args) =>
      renderDone({ device: args.argument(), withdrawn: true }, `${args.argument()} is withdrawn`),
  }),
];
