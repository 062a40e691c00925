import type { Answer } from '@sealflow/contract';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { renderDone, renderList } from './render.util.ts';
import { tenantListRequest, tenantOption } from './shared-options.util.ts';
import { formatTime } from './table-text.util.ts';
import { UsageError } from './usage.errors.ts';

type Generation = Answer<'GET /api/v1/tenants/{tid}/admin/licence-keys'>['data'][number];

export const keyCommands: readonly Command[] = [
  createCallCommand({
    name: 'key list',
    summary: "lists the generations of a tenant's licence key",
    ...tenantListRequest,
    details: ['--json also prints the public keys.'],
    call: 'GET /api/v1/tenants/{tid}/admin/licence-keys',
    render: renderList((one: Generation) => ({
      generation: one.generation,
      current: one.current,
      made: formatTime(one.createAt),
      withdrawn: formatTime(one.withdrawnAt),
      keys: one.keys.map(({ kid }) => kid),
    })),
  }),
  createCallCommand({
    name: 'key rotate',
    aliases: ['keys rotate'],
    summary: "creates a new generation of a tenant's licence key",
    options: tenantOption,
    details: ['New documents use the new key; documents of older generations can still be opened.'],
    call: 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant') } }),
    render: ({ data }) => ({ json: data, lines: [`licence key ${data.key}, generation ${data.generation}`] }),
  }),
  createCallCommand({
    name: 'key withdraw',
    summary: 'withdraws a generation permanently: documents sealed under it can no longer be opened',
    argument: 'GENERATION',
    options: { ...tenantOption, yes: { about: 'confirms it: this cannot be undone' } },
    call: 'POST /api/v1/tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw',
    buildRequest: (args) => {
      if (!args.flag('yes'))
        throw new UsageError('documents of this generation will be lost: confirm with --yes');
      return { params: { tid: args.requireText('tenant'), generation: args.argument() } };
    },
    render: (_, args) =>
      renderDone(
        { generation: Number(args.argument()), withdrawn: true },
        `generation ${args.argument()} is withdrawn`,
      ),
  }),
];
