import type { Answer, ApplicationType } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { personHelp, resolveMemberID } from './name-lookup.client.ts';
import { renderList, renderOne } from './render.util.ts';
import { pageOptions, tenantOption } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';

type Absence = Answer<'GET /api/v1/tenants/{tid}/admin/absences'>['data'][number];

const toRow = (absence: Absence) => ({
  id: absence.id,
  person: absence.person.name,
  deputy: absence.deputy.name,
  from: formatTime(absence.from),
  until: formatTime(absence.until),
  types: absence.types ?? ['all'],
  state: absence.state,
});

/** Deputies of absent members, for administrators. */
export const absenceCommands: readonly Command[] = [
  createCallCommand({
    name: 'absence list',
    summary: 'lists absences with their deputies, also those that have ended, newest first',
    options: {
      ...tenantOption,
      member: { value: 'PERSON', about: 'only absences of this person' },
      ...pageOptions,
    },
    call: 'GET /api/v1/tenants/{tid}/admin/absences',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const name = args.text('member');
      const fid = name === undefined ? undefined : await resolveMemberID(call, { tid, name });
      return { params: { tid }, query: { ...args.page(), fid } };
    },
    render: renderList(toRow),
  }),
  createCallCommand({
    name: 'absence set',
    summary: 'names a deputy for a period: both people see and decide the tasks of the absent one',
    argument: 'PERSON',
    options: {
      ...tenantOption,
      deputy: { value: 'PERSON', about: 'who deputises', required: true },
      from: { value: 'TIME', about: 'such as 2027-01-31 or 2027-01-31T18:00Z; now by default' },
      until: { value: 'TIME', about: 'the end of the period; without it, until absence end' },
      types: { value: 'TYPE,…', about: 'application types; all by default' },
    },
    details: [...personHelp, 'Both people are informed.'],
    call: 'POST /api/v1/tenants/{tid}/admin/absences',
    buildRequest: async (args, call) => {
      const tid = args.requireText('tenant');
      const types = args.list('types') as ApplicationType[] | undefined;
      return {
        params: { tid },
        body: {
          fid: await resolveMemberID(call, { tid, name: args.argument() }),
          deputy: await resolveMemberID(call, { tid, name: args.requireText('deputy') }),
          from: args.timestamp('from'),
          until: args.timestamp('until') ?? null,
          types: types ?? null,
        },
      };
    },
    render: renderOne(toRow),
  }),
  createCallCommand({
    name: 'absence end',
    summary: 'ends an absence before its time, or withdraws one that has not begun',
    argument: 'ID',
    options: tenantOption,
    call: 'POST /api/v1/tenants/{tid}/admin/absences/{absenceID}/actions/end',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant'), absenceID: args.argument() } }),
    render: renderOne(toRow),
  }),
];
