import { resolve } from 'node:path';
import type { Answer } from '@sealflow/contract';
import { resolveAuditTarget, targetOptions, targetUsage } from './audit-target.client.ts';
import type { Command } from './command.types.ts';
import { findOption, requireOption } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';
import { UsageError } from './usage.errors.ts';

type AuditPage = Answer<'GET /api/v1/tenants/{tid}/audit'>;

const limitOption = { limit: { type: 'string' } } as const;
const limitDetail = '--limit defaults to 20; maximum 100.';

export const auditCommand: Command = {
  name: 'audit',
  usage: `audit ${targetUsage} [--limit N] [--json]`,
  summary: 'shows actions and refusals with their reasons, newest first',
  options: { ...targetOptions, ...limitOption },
  details: ['Also verifies the chain of all records, and names a changed or missing one.', limitDetail],
  run: async (invocation) => {
    const count = parseCount(invocation.values['limit'], { name: 'limit', max: 100 }) ?? 20;
    const target = await resolveAuditTarget(invocation);
    const { total, data, brokenAt = null } = await target.list({ limit: count, verify: 'true' });
    const chain = brokenAt === null ? 'unbroken' : `BROKEN at ${brokenAt}`;
    return {
      json: { total, brokenAt, data },
      lines: [`${total} records, chain ${chain}`, ...data.map(formatRecord)],
    };
  },
};

export const auditListCommand: Command = {
  name: 'audit list',
  usage: `audit list ${targetUsage} [--act ACT] [--person ID] [--account ID] [--document ID] [--after N] [--limit N] [--json]`,
  summary: 'lists records by act, person, account or document',
  options: {
    ...targetOptions,
    ...limitOption,
    act: { type: 'string' },
    person: { type: 'string' },
    account: { type: 'string' },
    document: { type: 'string' },
    after: { type: 'string' },
  },
  details: ['Newest first; with --after N the records after N, oldest first.', limitDetail],
  run: async (invocation) => {
    const count = parseCount(invocation.values['limit'], { name: 'limit', max: 100 }) ?? 20;
    const after = parseCount(invocation.values['after'], { name: 'after' });
    const target = await resolveAuditTarget(invocation);
    const { total, data } = await target.list({
      limit: count,
      after,
      act: findOption(invocation, 'act'),
      fid: findOption(invocation, 'person'),
      aid: findOption(invocation, 'account'),
      documentID: findOption(invocation, 'document'),
    });
    return { json: { total, data }, lines: [`${total} records`, ...data.map(formatRecord)] };
  },
};

export const auditExportCommand: Command = {
  name: 'audit export',
  usage: `audit export ${targetUsage} --out FILE [--after N] [--json]`,
  summary: 'exports a chain to a file that can be verified without the service',
  options: { ...targetOptions, out: { type: 'string' }, after: { type: 'string' } },
  details: [
    'One record per line, as JSON, with its hash and the signed checkpoints; the last line is signed as well.',
    '--after N starts after record N. The file is readable only by its owner.',
  ],
  run: async (invocation) => {
    const file = resolve(invocation.folder, requireOption(invocation, 'out'));
    const after = parseCount(invocation.values['after'], { name: 'after' }) ?? 0;
    const target = await resolveAuditTarget(invocation);
    const records = await writePrivateFile(
      file,
      await target.export(after),
      (piece) => Buffer.from(piece).toString('latin1').split('"type":"record"').length - 1,
    );
    return { json: { file, records }, lines: [`${records} records in ${file}`] };
  },
};

/** Parses a count. @throws UsageError if the value is not an integer from 0 to `max`. */
export function parseCount(
  value: string | boolean | undefined,
  { name, max = Number.MAX_SAFE_INTEGER }: { name: string; max?: number },
): number | undefined {
  if (value === undefined || value === '') return undefined;
  const parsed = Number(value);
  if (Number.isSafeInteger(parsed) && parsed >= 0 && parsed <= max) return parsed;
  throw new UsageError(`--${name} must be ${max === Number.MAX_SAFE_INTEGER ? '0 or more' : `0-${max}`}`);
}

function formatRecord({
  sequence,
  at,
  act,
  decision,
  reason,
  count,
  ...ids
}: AuditPage['data'][number]): string {
  const who = ids.fid ?? ids.aid ?? ids.operatorID ?? '-';
  const what = ids.documentID ?? ids.subject ?? '-';
  const times = count === 1 ? [] : [`${count} times`];
  return [sequence, new Date(at).toISOString(), act, reason ?? decision, who, what, ...times].join('  ');
}
