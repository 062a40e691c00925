import type { Answer } from '@sealflow/contract';
import { auditTarget, targetOptions, targetUsage } from './audit-target.adapter.ts';
import type { Command } from './command.port.ts';
import { optional } from './given.adapter.ts';
import { UsageError } from './usage.errors.ts';

type Found = Answer<'GET /api/v1/tenants/{tid}/audit'>;

const limit = { limit: { type: 'string' } } as const;
const limitDetail = '--limit defaults to 20; maximum 100.';

export const auditCommand: Command = {
  name: 'audit',
  usage: `audit ${targetUsage} [--limit N] [--json]`,
  summary: 'actions and refusals with their reasons, newest first',
  options: { ...targetOptions, ...limit },
  details: ['Also verifies the chain of all records, and names a changed or missing one.', limitDetail],
  run: async (given) => {
    const count = whole(given.values['limit'], { name: 'limit', most: 100 }) ?? 20;
    const target = await auditTarget(given);
    const { total, data, brokenAt = null } = await target.list({ limit: count, verify: 'true' });
    const chain = brokenAt === null ? 'unbroken' : `BROKEN at ${brokenAt}`;
    return {
      json: { total, brokenAt, data },
      lines: [`${total} records, chain ${chain}`, ...data.map(lineOf)],
    };
  },
};

export const auditListCommand: Command = {
  name: 'audit list',
  usage: `audit list ${targetUsage} [--act ACT] [--person ID] [--account ID] [--document ID] [--after N] [--limit N] [--json]`,
  summary: 'records by act, person, account or document',
  options: {
    ...targetOptions,
    ...limit,
    act: { type: 'string' },
    person: { type: 'string' },
    account: { type: 'string' },
    document: { type: 'string' },
    after: { type: 'string' },
  },
  details: ['Newest first; with --after N the records after N, oldest first.', limitDetail],
  run: async (given) => {
    const count = whole(given.values['limit'], { name: 'limit', most: 100 }) ?? 20;
    const after = whole(given.values['after'], { name: 'after' });
    const target = await auditTarget(given);
    const { total, data } = await target.list({
      limit: count,
      after,
      act: optional(given, 'act'),
      fid: optional(given, 'person'),
      aid: optional(given, 'account'),
      documentID: optional(given, 'document'),
    });
    return { json: { total, data }, lines: [`${total} records`, ...data.map(lineOf)] };
  },
};

/** Parses a count. @throws UsageError if the value is not an integer from 0 to `max`. */
export function whole(
  value: string | boolean | undefined,
  { name, most = Number.MAX_SAFE_INTEGER }: { name: string; most?: number },
): number | undefined {
  if (value === undefined || value === '') return undefined;
  const read = Number(value);
  if (Number.isSafeInteger(read) && read >= 0 && read <= most) return read;
  throw new UsageError(`--${name} must be ${most === Number.MAX_SAFE_INTEGER ? '0 or more' : `0-${most}`}`);
}

function lineOf({ sequence, at, act, decision, reason, count, ...ids }: Found['data'][number]): string {
  const who = ids.fid ?? ids.aid ?? ids.operatorID ?? '-';
  const what = ids.documentID ?? ids.subject ?? '-';
  const times = count === 1 ? [] : [`${count} times`];
  return [sequence, new Date(at).toISOString(), act, reason ?? decision, who, what, ...times].join('  ');
}
