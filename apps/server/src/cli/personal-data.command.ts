import { resolve } from 'node:path';
import type { Answer } from '@sealflow/contract';
import { callCommand, sayDone, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { onlyPositional, required } from './given.adapter.ts';
import { personNamed } from './names.adapter.ts';
import { writePrivateFile } from './private-file.adapter.ts';
import type { OperatorService } from './service-call.adapter.ts';
import { tableOf } from './table.adapter.ts';
import type { Take } from './take.adapter.ts';

type PersonExport = Answer<'GET /api/v1/tenants/{tid}/admin/members/{fid}/export'>;

const person = async (take: Take, call: OperatorService['call']) => {
  const tid = take.need('tenant');
  return { params: { tid, fid: await personNamed(call, { tid, name: take.argument() }) } };
};

const counts = ({ organisations }: PersonExport) =>
  organisations.flatMap((parts) =>
    Object.entries(parts).map(([kind, rows]) => ({ kind, entries: rows.length })),
  );

/** Export and deletion of the personal data that a tenant stores, and of a whole tenant. */
export const personalDataCommands: readonly Command[] = [
  callCommand({
    name: 'member export',
    summary: 'prints the personal data that a tenant stores of a person',
    argument: 'PERSON',
    options: tenantOption,
    details: ['--json prints all of it, for a file: member export PERSON --tenant ID --json > FILE.'],
    call: 'GET /api/v1/tenants/{tid}/admin/members/{fid}/export',
    ask: person,
    say: (answer) => ({ json: answer, lines: tableOf(counts(answer)) }),
  }),
  callCommand({
    name: 'member delete',
    summary: 'deletes the personal data of a person who has left a tenant; cannot be undone',
    argument: 'PERSON',
    options: {
      ...tenantOption,
      confirm: { value: 'NAME', about: "the person's name, typed again", required: true },
    },
    details: [
      'Requires member end. Actions that others rely on stay under a pseudonym. The account stays, because it belongs to the person.',
    ],
    call: 'POST /api/v1/tenants/{tid}/admin/members/{fid}/actions/delete',
    ask: async (take, call) => ({
      ...(await person(take, call)),
      body: { confirmation: take.need('confirm') },
    }),
    say: (_, take) => sayDone({ person: take.argument(), deleted: true }, `${take.argument()} is deleted`),
  }),
  {
    name: 'tenant export',
    usage: 'tenant export ID --out FILE [--json]',
    summary: 'exports all data of a tenant into a file',
    options: { out: { type: 'string' } },
    details: [
      'One row, or one part of an object, per line, as JSON; the last line marks it as complete. Sealed documents stay sealed.',
      'The audit log has its own command: audit export. The file is readable only by its owner.',
    ],
    run: async (given) => {
      const tid = onlyPositional(given, 'ID');
      const file = resolve(given.folder, required(given, 'out'));
      const { stream } = await given.service();
      const pieces = await stream('GET /api/v1/admin/tenants/{tid}/export', { params: { tid } });
      const bytes = await writePrivateFile(file, pieces, (piece) => piece.length);
      return { json: { file, bytes }, lines: [`${bytes} bytes in ${file}`] };
    },
  },
  callCommand({
    name: 'tenant delete',
    summary: 'deletes a closed tenant with all its data; cannot be undone',
    argument: 'ID',
    options: { confirm: { value: 'NAME', about: "the tenant's name, typed again", required: true } },
    details: [
      'Requires tenant close; run tenant export first. Its sealed documents can no longer be opened. Its audit log and the',
      'accounts of its people stay.',
    ],
    call: 'POST /api/v1/admin/tenants/{tid}/actions/delete',
    ask: (take) => ({ params: { tid: take.argument() }, body: { confirmation: take.need('confirm') } }),
    say: (_, take) => sayDone({ tid: take.argument(), deleted: true }, `${take.argument()} is deleted`),
  }),
];
