import type { Answer } from '@sealflow/contract';
import { callCommand, pageOptions, sayDone, sayList, tenantOption } from './call-command.adapter.ts';
import type { Command } from './command.port.ts';
import { momentOf } from './table.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Generation = Answer<'GET /api/v1/tenants/{tid}/admin/licence-keys'>['data'][number];

export const keyCommands: readonly Command[] = [
  callCommand({
    name: 'key list',
    summary: "lists the generations of a tenant's licence key",
    options: { ...tenantOption, ...pageOptions },
    details: ['--json also prints the public keys.'],
    call: 'GET /api/v1/tenants/{tid}/admin/licence-keys',
    ask: (take) => ({ params: { tid: take.need('tenant') }, query: take.page() }),
    say: sayList((one: Generation) => ({
      generation: one.generation,
      current: one.current,
      made: momentOf(one.createAt),
      withdrawn: momentOf(one.withdrawnAt),
      keys: one.keys.map(({ kid }) => kid),
    })),
  }),
  callCommand({
    name: 'key rotate',
    aliases: ['keys rotate'],
    summary: "creates a new generation of a tenant's licence key",
    options: tenantOption,
    details: ['New documents use the new key; documents of older generations can still be opened.'],
    call: 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate',
    ask: (take) => ({ params: { tid: take.need('tenant') } }),
    say: ({ data }) => ({ json: data, lines: [`licence key ${data.key}, generation ${data.generation}`] }),
  }),
  callCommand({
    name: 'key withdraw',
    summary: 'withdraws a generation permanently: documents sealed under it can no longer be opened',
    argument: 'GENERATION',
    options: { ...tenantOption, yes: { about: 'confirms it: this cannot be undone' } },
    call: 'POST /api/v1/tenants/{tid}/admin/licence-keys/{generation}/actions/withdraw',
    ask: (take) => {
      if (!take.flag('yes'))
        throw new UsageError('documents of this generation will be lost: confirm with --yes');
      return { params: { tid: take.need('tenant'), generation: take.argument() } };
    },
    say: (_, take) =>
      sayDone(
        { generation: Number(take.argument()), withdrawn: true },
        `generation ${take.argument()} is withdrawn`,
      ),
  }),
];
