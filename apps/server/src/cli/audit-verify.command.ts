import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createStatementReader } from '../infra/tokens/statements.util.ts';
import { readLines } from '../modules/audit/checkpoint-file.util.ts';
import { checkExport, type ExportCheck, ExportError } from '../modules/audit/export-check.usecases.ts';
import { resolveAuditTarget, targetOptions, targetUsage } from './audit-target.client.ts';
import type { Command, CommandOutput, Invocation } from './command.types.ts';
import { findOption } from './options.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  usage: `audit verify ${targetUsage} [--json]  or  audit verify --file FILE [--jwks FILE] [--json]`,
  summary: 'verifies a chain or its export, and names the first bad record',
  options: { ...targetOptions, file: { type: 'string' }, jwks: { type: 'string' } },
  details: [
    'Exit code 1 if a record is changed, missing or out of order, or if the chain does not match its signatures.',
    'A file is verified without the service. --jwks is a copy of /.well-known/jwks.json of the service: without it, a chain that',
    'was rewritten completely cannot be distinguished from a genuine one.',
  ],
  run: async (invocation) => {
    const file = findOption(invocation, 'file');
    if (file === undefined && findOption(invocation, 'jwks')) throw new UsageError('--jwks requires --file');
    return file === undefined ? verifyChain(invocation) : verifyFile(invocation, file);
  },
};

async function verifyChain(invocation: Invocation): Promise<CommandOutput> {
  const verified = await (await resolveAuditTarget(invocation)).verify();
  const { last, checkpoints, brokenAt, why, checkpoint } = verified;
  if (brokenAt !== null && why !== null) {
    return {
      json: verified,
      lines: [brokenChainMessage({ at: brokenAt, why, checkpoint })],
      isFailure: true,
    };
  }
  return { json: verified, lines: [`${last} records, chain unbroken, ${checkpoints} checkpoints match`] };
}

async function verifyFile(invocation: Invocation, name: string): Promise<CommandOutput> {
  const keys = findOption(invocation, 'jwks');
  const verifySignature =
    keys === undefined
      ? undefined
      : createStatementReader(await readKeySet(resolve(invocation.folder, keys)));
  const { broken: found, ...checked } = await checkFile(resolve(invocation.folder, name), verifySignature);
  const json = { ...checked, brokenAt: found?.at ?? null, why: found?.why ?? null };
  if (found) return { json, lines: [brokenChainMessage({ checkpoint: null, ...found })], isFailure: true };
  const { first, last, signedUpTo } = checked;
  const signed = verifySignature ? `signed up to record ${signedUpTo}` : 'signatures not verified';
  return { json, lines: [`records ${first} to ${last}, chain unbroken, ${signed}`] };
}

async function checkFile(
  path: string,
  verifySignature: ReturnType<typeof createStatementReader> | undefined,
): Promise<ExportCheck> {
  try {
    // A missing file fails here; otherwise it would look like an export without lines.
    await access(path);
    return await checkExport(readLines(path), verifySignature);
  } catch (error) {
    if (error instanceof ExportError) throw new CommandError(error.message);
    throw error;
  }
}

export async function readKeySet(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  try {
    const { keys } = JSON.parse(text) as { keys: Record<string, unknown>[] };
    if (Array.isArray(keys)) return keys;
  } catch {
    // Falls through to the error below.
  }
  throw new CommandError('the --jwks file is not a JSON Web Key Set');
}

const problemTexts = {
  changed: 'was changed',
  missing: 'is missing',
  order: 'is out of order',
  checkpoint: 'or a later one was rewritten',
} as const;

function brokenChainMessage({
  at,
  why,
  checkpoint,
}: {
  at: number;
  why: keyof typeof problemTexts;
  checkpoint: number | null;
}): string {
  const signed = checkpoint === null ? '' : `: the checkpoint over record ${checkpoint} does not match`;
  return `chain BROKEN at ${at} (${why}): record ${at} ${problemTexts[why]}${signed}`;
}
