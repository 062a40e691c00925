import type { Command } from './command.port.ts';
import { optional, required } from './given.adapter.ts';
import { UsageError } from './usage.errors.ts';

export const auditCommand: Command = {
  name: 'audit',
  usage: 'audit --tenant ID [--limit N] [--json]',
  summary: 'who was given a key, or refused it, and why; the newest first',
  options: { tenant: { type: 'string' }, limit: { type: 'string' } },
  details: [
    'Recomputes the chain of all records: a changed or missing one is named.',
    '--limit is 20 if not given, and 100 at most.',
  ],
  run: async (given) => {
    const tid = required(given, 'tenant');
    const limit = Number(optional(given, 'limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 0 || limit > 100) throw new UsageError('--limit is 0 to 100');
    const { call } = await given.service();
    const query = { limit, verify: 'true' };
    const { total, data, brokenAt } = await call('GET /api/v1/tenants/{tid}/audit', {
      params: { tid },
      query,
    });
    const chain = brokenAt == null ? 'unbroken' : `BROKEN at ${brokenAt}`;
    return {
      json: { total, brokenAt: brokenAt ?? null, data },
      lines: [
        `${total} records, chain ${chain}`,
        ...data.map(({ at, act, decision, reason, fid, operatorID, documentID }) =>
          [
            new Date(at).toISOString(),
            act,
            reason ?? decision,
            fid ?? operatorID ?? '-',
            documentID ?? '-',
          ].join('  '),
        ),
      ],
    };
  },
};
