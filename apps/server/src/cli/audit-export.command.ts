import { resolve } from 'node:path';
import { parseCount } from './audit.command.ts';
import { resolveAuditTarget, targetOptions, targetUsage } from './audit-target.client.ts';
import type { Command } from './command.types.ts';
import { requireOption } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';

export const auditExportCommand: Command = {
  name: 'audit export',
  usage: `audit export ${targetUsage} --out FILE [--after N] [--json]`,
  summary: 'writes a chain into a file that can be verified without the service',
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
