import { type Arguments, readArguments } from './arguments.util.ts';
import { performBulkAct, readObjects } from './bulk-act.util.ts';
import type { Command, Invocation } from './command.types.ts';
import { resolveMemberID } from './name-lookup.client.ts';
import type { OperatorService } from './operator-service.client.ts';
import { requirePositional } from './options.util.ts';
import { UsageError } from './usage.errors.ts';

/** Reads the tenant and the objects of a command, which withdraws them only with `--yes`. */
async function readWithdrawal(
  invocation: Invocation,
  option: string,
): Promise<{ tid: string; objects: string[] }> {
  if (requirePositional(invocation, 'ACT') !== 'withdraw') throw new UsageError('ACT is withdraw');
  const args: Arguments = readArguments(invocation);
  const tid = args.requireText('tenant');
  if (!args.flag('yes')) throw new UsageError('withdraw needs --yes');
  return { tid, objects: await readObjects(args, option) };
}

const sharedOptions = {
  tenant: { type: 'string' },
  file: { type: 'string' },
  yes: { type: 'boolean' },
} as const;
const sharedDetails = [
  '  --file FILE         one on each line; - reads the standard input',
  '  --yes               confirms the act, which cannot be undone',
  '',
  'ACT is withdraw. Each has an own transaction and audit record. Exit code 1: one of them failed.',
];

/** Parses `PERSON/DEVICE`. The id of a device contains no slash. */
async function parseDevice(
  call: OperatorService['call'],
  { tid, device }: { tid: string; device: string },
): Promise<{ fid: string; deviceID: string }> {
  const end = device.lastIndexOf('/');
  if (end <= 0) throw new UsageError(`${device} is not PERSON/DEVICE`);
  const fid = await resolveMemberID(call, { tid, name: device.slice(0, end) });
  return { fid, deviceID: device.slice(end + 1) };
}

/** Withdraw many documents or devices. */
export const withdrawBulkCommands: readonly Command[] = [
  {
    name: 'document bulk',
    usage: 'document bulk ACT --tenant ID (--documents ID,… | --file FILE) --yes [--json]',
    summary: 'withdraws many documents, with a result for each',
    options: { ...sharedOptions, documents: { type: 'string' } },
    details: ['  --documents ID,…    ids as printed by document list', ...sharedDetails],
    run: async (invocation) => {
      const { tid, objects } = await readWithdrawal(invocation, 'documents');
      const { call } = await invocation.service();
      return performBulkAct(objects, (documentIDs) =>
        call('POST /api/v1/tenants/{tid}/admin/documents/actions/bulk', {
          params: { tid },
          body: { documentIDs, action: { kind: 'withdraw' } },
        }),
      );
    },
  },
  {
    name: 'device bulk',
    usage: 'device bulk ACT --tenant ID (--devices PERSON/ID,… | --file FILE) --yes [--json]',
    summary: 'withdraws many devices, with a result for each',
    options: { ...sharedOptions, devices: { type: 'string' } },
    details: ['  --devices PERSON/ID,…  members and devices as printed by device find', ...sharedDetails],
    run: async (invocation) => {
      const { tid, objects } = await readWithdrawal(invocation, 'devices');
      const { call } = await invocation.service();
      const named: { fid: string; deviceID: string }[] = [];
      for (const device of objects) named.push(await parseDevice(call, { tid, device }));
      return performBulkAct(named, (devices) =>
        call('POST /api/v1/tenants/{tid}/admin/devices/actions/bulk', {
          params: { tid },
          body: { devices, action: { kind: 'withdraw' } },
        }),
      );
    },
  },
];
