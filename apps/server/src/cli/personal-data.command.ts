import { resolve } from 'node:path';
import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { resolveMemberParams } from './name-lookup.client.ts';
import { requireOption, requirePositional } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';
import { renderDeleted } from './render.util.ts';
import { tenantOption } from './shared-options.util.ts';
import { formatTable } from './table-text.util.ts';

type PersonExport = Answer<'GET /api/v1/tenants/{tid}/admin/members/{fid}/export'>;

const countEntries = ({ organisations }: PersonExport) =>
  organisations.flatMap((parts) =>
    Object.entries(parts).map(([kind, rows]) => ({ kind, entries: rows.length })),
  );

/** Export and deletion of the personal data that a tenant stores, and of a whole tenant. */
export const personalDataCommands: readonly Command[] = [
  createCallCommand({
    name: 'member export',
    summary: 'prints the personal data that a tenant stores about a person',
    argument: 'PERSON',
    options: tenantOption,
    details: ['--json prints all of it, for a file: member export PERSON --tenant ID --json > FILE.'],
    call: 'GET /api/v1/tenants/{tid}/admin/members/{fid}/export',
    buildRequest: resolveMemberParams,
    render: (response) => ({ json: response, lines: formatTable(countEntries(response)) }),
  }),
  createCallCommand({
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
    buildRequest: async (args, call) => ({
      ...(await resolveMemberParams(args, call)),
      body: { confirmation: args.requireText('confirm') },
    }),
    render: renderDeleted('person'),
  }),
  {
    name: 'tenant export',
    usage: 'tenant export ID --out FILE [--json]',
    summary: 'exports all data of a tenant into a file',
    options: { out: { type: 'string' } },
    details: [
      'One JSON line for each row or part of an object; the last line marks the file as complete. Sealed documents stay sealed.',
      'The audit log has its own command: audit export. The file is readable only by its owner.',
    ],
    run: async (invocation) => {
      const tid = requirePositional(invocation, 'ID');
      const file = resolve(invocation.folder, requireOption(invocation, 'out'));
      const { stream } = await invocation.service();
      const pieces = await stream('GET /api/v1/admin/tenants/{tid}/export', { params: { tid } });
      const bytes = await writePrivateFile(file, pieces, (piece) => piece.length);
      return { json: { file, bytes }, lines: [`${bytes} bytes in ${file}`] };
    },
  },
  createCallCommand({
    name: 'tenant delete',
    summary: 'deletes a closed tenant with all its data; cannot be undone',
    argument: 'ID',
    options: { confirm: { value: 'NAME', about: "the tenant's name, typed again", required: true } },
    details: [
      'Requires tenant close; run tenant export first. Its sealed documents can no longer be opened. Its audit log and the',
      'accounts of its people stay.',
    ],
    call: 'POST /api/v1/admin/tenants/{tid}/actions/delete',
    buildRequest: (args) => ({
      params: { tid: args.argument() },
      body: { confirmation: args.requireText('confirm') },
    }),
    render: renderDeleted('tid'),
  }),
];
