import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { whole } from './audit.command.ts';
import { auditTarget, targetOptions, targetUsage } from './audit-target.adapter.ts';
import type { Command } from './command.port.ts';
import { required } from './given.adapter.ts';

export const auditExportCommand: Command = {
  name: 'audit export',
  usage: `audit export ${targetUsage} --out FILE [--after N] [--json]`,
  summary: 'writes a chain into a file that can be verified without the service',
  options: { ...targetOptions, out: { type: 'string' }, after: { type: 'string' } },
  details: [
    'A record a line, as JSON, with its hash and the signed checkpoints; what is written last is signed as well.',
    '--after N begins behind that record. The file is readable by its owner alone.',
  ],
  run: async (given) => {
    const file = resolve(given.folder, required(given, 'out'));
    const after = whole(given.values['after'], { name: 'after' }) ?? 0;
    const target = await auditTarget(given);
    // A name that nobody can have laid a link under: what is written is readable by its owner alone.
    const part = `${file}.${randomUUID().slice(0, 8)}.part`;
    let records = 0;
    const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        records += Buffer.from(piece).toString('latin1').split('"type":"record"').length - 1;
        yield piece;
      }
    };
    try {
      await pipeline(
        await target.export(after),
        counted,
        createWriteStream(part, { flags: 'wx', mode: 0o600 }),
      );
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
    return { json: { file, records }, lines: [`${records} records in ${file}`] };
  },
};
