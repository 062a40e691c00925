import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { personNamed } from './names.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import { momentOf } from './table.adapter.ts';
import type { Take } from './take.adapter.ts';

type Device = Answer<'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices'>['data'][number];

const options = {
  ...tenantOption,
  member: { value: 'PERSON', about: 'an id in the tenant, or the username, phone or e-mail', required: true },
} as const;

const theOwner = async (take: Take, call: OperatorService['call']) => {
  const tid = take.need('tenant');
  return { tid, fid: await personNamed(call, { tid, name: take.need('member') }) };
};

export const deviceCommands: readonly Command[] = [
  callCommand({
    name: 'device list',
    summary: "lists the devices of a person's account, with the state of their pushes",
    options: { ...options, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices',
    ask: async (take, call) => ({ params: await theOwner(take, call), query: take.page() }),
    say: sayList((device: Device) => ({
      id: device.id,
      name: device.name,
      platform: device.platform,
      registered: momentOf(device.createAt),
      'last seen': momentOf(device.lastSeenAt),
      pushes: device.push?.provider ?? 'none',
      waiting: device.push?.waiting ?? 0,
      'last sent': momentOf(device.push?.lastSentAt ?? null),
    })),
  }),
  callCommand({
    name: 'device withdraw',
    summary: 'withdraws a lost device: ends its sessions and rejects its use licences',
    argument: 'ID',
    options,
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw',
    ask: async (take, call) => ({ params: { ...(await theOwner(take, call)), deviceID: take.argument() } }),
    say: (_, take) =>
      sayDone({ device: take.argument(), withdrawn: true }, `${take.argument()} is withdrawn`),
  }),
];
