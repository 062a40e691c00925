import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, tenantOption } from './call-command.adapter.ts';
import { levelFrom } from './class.command.ts';
import type { Command } from './command.port.ts';
import { personNamed } from './names.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import type { Take } from './take.adapter.ts';

type Clearance = Answer<'GET /api/v1/tenants/{tid}/admin/clearances'>['data'][number];

const whoIs = ['PERSON is an id in the tenant, or the username, phone or e-mail of the account.'];
const thePerson = async (take: Take, call: OperatorService['call']) => {
  const tid = take.need('tenant');
  return { params: { tid, fid: await personNamed(call, { tid, name: take.argument() }) } };
};

export const clearanceCommands: readonly Command[] = [
  callCommand({
    name: 'clearance list',
    summary: 'lists clearances that differ from the default',
    options: { ...tenantOption, ...pageOptions },
    call: 'GET /api/v1/tenants/{tid}/admin/clearances',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList(({ fid, name, level }: Clearance) => ({ id: fid, name, level })),
  }),
  callCommand({
    name: 'clearance set',
    summary: 'sets the highest level that a person can read',
    argument: 'PERSON',
    options: { ...tenantOption, level: { value: 'N', about: 'of the classifications', required: true } },
    details: whoIs,
    call: 'PUT /api/v1/tenants/{tid}/admin/clearances/{fid}',
    ask: async (take, call) => ({ ...(await thePerson(take, call)), body: { level: levelFrom(take) } }),
    say: (_, take) =>
      sayDone(
        { person: take.argument(), level: levelFrom(take) },
        `${take.argument()} reads up to level ${levelFrom(take)}`,
      ),
  }),
  callCommand({
    name: 'clearance clear',
    summary: 'resets a clearance to the level of the default classification',
    argument: 'PERSON',
    options: tenantOption,
    details: whoIs,
    call: 'DELETE /api/v1/tenants/{tid}/admin/clearances/{fid}',
    ask: thePerson,
    say: (_, take) =>
      sayDone({ person: take.argument(), level: null }, `${take.argument()} has the default clearance`),
  }),
];
