import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { statementReader } from '../infra/tokens/statements.adapter.ts';
import { linesOf } from '../modules/audit/checkpoint-file.adapter.ts';
import { checkExport, type ExportCheck, ExportError } from '../modules/audit/export-check.usecases.ts';
import { auditTarget, targetOptions, targetUsage } from './audit-target.adapter.ts';
import type { Command, Given, Said } from './command.port.ts';
import { optional } from './given.adapter.ts';
import { CommandError, UsageError } from './usage.errors.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  usage: `audit verify ${targetUsage} [--json]  or  audit verify --file FILE [--jwks FILE] [--json]`,
  summary: 'verifies a chain, or an exported one, and names the first bad record',
  options: { ...targetOptions, file: { type: 'string' }, jwks: { type: 'string' } },
  details: [
    'Exit code 1 if a record is changed, missing or out of order, or if the chain is not the signed one.',
    'A file is verified without the service. --jwks is a copy of its /.well-known/jwks.json: without it, a chain that',
    'was rewritten completely cannot be distinguished from a genuine one.',
  ],
  run: async (given) => {
    const file = optional(given, 'file');
    if (file === undefined && optional(given, 'jwks')) throw new UsageError('--jwks requires --file');
    return file === undefined ? verifyChain(given) : verifyFile(given, file);
  },
};

async function verifyChain(given: Given): Promise<Said> {
  const verified = await (await auditTarget(given)).verify();
  const { last, checkpoints, brokenAt, why, checkpoint } = verified;
  if (brokenAt !== null && why !== null) {
    return { json: verified, lines: [broken({ at: brokenAt, why, checkpoint })], failed: true };
  }
  return { json: verified, lines: [`${last} records, chain unbroken, ${checkpoints} checkpoints match`] };
}

async function verifyFile(given: Given, name: string): Promise<Said> {
  const keys = optional(given, 'jwks');
  const read = keys === undefined ? undefined : statementReader(await keysIn(resolve(given.folder, keys)));
  const { broken: found, ...checked } = await checkFile(resolve(given.folder, name), read);
  const json = { ...checked, brokenAt: found?.at ?? null, why: found?.why ?? null };
  if (found) return { json, lines: [broken({ checkpoint: null, ...found })], failed: true };
  const { first, last, signedUpTo } = checked;
  const signed = read ? `signed up to record ${signedUpTo}` : 'signatures not verified';
  return { json, lines: [`records ${first} to ${last}, chain unbroken, ${signed}`] };
}

async function checkFile(
  path: string,
  read: ReturnType<typeof statementReader> | undefined,
): Promise<ExportCheck> {
  try {
    // A missing file fails here; otherwise it would look like an export without lines.
    await access(path);
    return await checkExport(linesOf(path), read);
  } catch (error) {
    if (error instanceof ExportError) throw new CommandError(error.message);
    throw error;
  }
}

async function keysIn(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  try {
    const { keys } = JSON.parse(text) as { keys: Record<string, unknown>[] };
    if (Array.isArray(keys)) return keys;
  } catch {
    // Falls through to the error below.
  }
  throw new CommandError('the --jwks file is not a JSON Web Key Set');
}

const meanings = {
  changed: 'was changed',
  missing: 'is missing',
  order: 'is out of order',
  checkpoint: 'or a later one was rewritten',
} as const;

function broken({
  at,
  why,
  checkpoint,
}: {
  at: number;
  why: keyof typeof meanings;
  checkpoint: number | null;
}): string {
  const signed = checkpoint === null ? '' : `: the checkpoint over record ${checkpoint} does not match`;
  return `chain BROKEN at ${at} (${why}): record ${at} ${meanings[why]}${signed}`;
}
